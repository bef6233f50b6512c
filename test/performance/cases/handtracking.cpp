/* handtracking.cpp - the Jacobian by one forward sweep, the compressed one by two. */
#include "handtracking.h"
#include "request.h"

template <int Width>
static void simple(const HandTracking &p, const double *directions, double *error,
                   double *tangents) {
  std::size_t in = p.x.size() * sizeof(double), out = p.rows() * sizeof(double);
  __enzyme_fwddiff<void>(residuals<double>, enzyme_width, Width, enzyme_const, &p.hand,
                         enzyme_const, &p.seen, enzyme_dupv, in, p.x.data(), directions,
                         enzyme_const, (const double *)nullptr, enzyme_dupnoneedv, out, error,
                         tangents);
}

template <int Width>
static void complicated(const HandTracking &p, const double *directions, double *error,
                        double *tangents) {
  std::size_t in = p.x.size() * sizeof(double), out = p.rows() * sizeof(double);
  __enzyme_fwddiff<void>(residuals<double>, enzyme_width, Width, enzyme_const, &p.hand,
                         enzyme_const, &p.seen, enzyme_dupv, in, p.x.data(), directions,
                         enzyme_dupv, in, p.x.data() + Pose, directions + Pose, enzyme_dupnoneedv,
                         out, error, tangents);
}

/** Direction by direction, all rows; the directions are the same in every iteration of a fit. */
static void ours(const HandTracking &p, const std::vector<double> &directions, double *jacobian) {
  std::vector<double> error(p.rows());
  const double *direction = directions.data();
  auto sweep = [&](auto along, int width) {
    along(p, direction, error.data(), jacobian);
    direction += width * p.x.size();
    jacobian += width * p.rows();
  };
  if (p.complicated) {
    sweep(complicated<16>, 16);
    sweep(complicated<12>, 12);
  } else {
    sweep(simple<26>, 26);
  }
}

static std::vector<double> allDirections(const HandTracking &p) {
  std::vector<double> result;
  for (int d = 0; d < p.directions(); d++)
    for (std::size_t i = 0; i < p.x.size(); i++)
      result.push_back(p.seed(d, i));
  return result;
}

/** The other tools write row by row. */
static void transpose(const HandTracking &p, double *jacobian) {
  std::size_t rows = p.rows(), columns = p.directions();
  std::vector<double> columnwise(jacobian, jacobian + rows * columns);
  for (std::size_t r = 0; r < rows; r++)
    for (std::size_t d = 0; d < columns; d++)
      jacobian[r * columns + d] = columnwise[d * rows + r];
}

static double sum(const HandTracking &p, const double *x) {
  std::vector<double> error(p.rows());
  residuals(&p.hand, &p.seen, x, p.complicated ? x + Pose : nullptr, error.data());
  double total = 0;
  for (double e : error)
    total += e;
  return total;
}

/** The same by differences, column by column: what the Jacobian is compared with. */
static void differences(const HandTracking &p, double *jacobian) {
  int rows = p.rows(), columns = p.directions();
  std::vector<double> error[2];
  for (int d = 0; d < columns; d++) {
    const double step = 1e-6;
    for (int side = 0; side < 2; side++) {
      std::vector<double> x = p.x;
      for (std::size_t i = 0; i < x.size(); i++)
        x[i] += (side ? step : -step) * p.seed(d, i);
      error[side].resize(rows);
      residuals(&p.hand, &p.seen, x.data(), p.complicated ? x.data() + Pose : nullptr,
                error[side].data());
    }
    for (int r = 0; r < rows; r++)
      jacobian[std::size_t(r) * columns + d] = (error[1][r] - error[0][r]) / step / 2;
  }
}

namespace {

// By hand: a bone moves with the hand and with the joints from its finger's root to it, so most
// numbers of a Jacobian of bones are zero and none of them is computed. Directions of one bone lie
// side by side.

constexpr int Turns = 3, Angles = 4; // of the hand, of a finger

/** x ↦ R x for each turn of the hand, with the rotation's own derivative. */
void wristTurns(const double *r, double (*by)[3][3]) {
  double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + 1e-12, angle = std::sqrt(square);
  double c = std::cos(angle), s = std::sin(angle) / angle, k = (1 - c) / square;
  double cross[3][3] = {{0, -r[2], r[1]}, {r[2], 0, -r[0]}, {-r[1], r[0], 0}};
  for (int d = 0; d < Turns; d++) {
    double dc = -s * r[d], ds = (c - s) / square * r[d], dk = (s - 2 * k) / square * r[d];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        by[d][i][j] = (i == j ? dc : 0) + dk * r[i] * r[j] +
                      k * ((i == d ? r[j] : 0) + (j == d ? r[i] : 0)) + ds * cross[i][j];
    int e = (d + 1) % 3, f = (d + 2) % 3; // e_d × e_e = e_f
    by[d][f][e] += s;
    by[d][e][f] -= s;
  }
}

void jointTurns(double spread, double bend, Affine<double> &bySpread, Affine<double> &byBend) {
  double cz = std::cos(spread), sz = std::sin(spread), cx = std::cos(bend), sx = std::sin(bend);
  bySpread = {{{-sz, -cz * cx, cz * sx, 0}, {cz, -sz * cx, sz * sx, 0}, {0, 0, 0, 0}}};
  byBend = {{{0, sz * sx, sz * cx, 0}, {0, -cz * sx, -cz * cx, 0}, {0, cx, -sx, 0}}};
}

/** Numbers of four directions. */
typedef double Four __attribute__((vector_size(4 * sizeof(double))));

/** By the hand's turns and a zero; by the finger's angles. */
struct BoneTurns {
  Four m[2][3][4];
};

/** How each bone moves with what turns it; `moved` as the primal. */
void boneTurns(const Skeleton &hand, const double *pose, Affine<double> *moved, BoneTurns *turns) {
  Affine<double> wristFrame, local, turn, frame[Joints], by[Joints][Angles], bySpread, byBend,
      inHand, last;
  double byWrist[Turns][3][3];
  wrist(pose, pose + Turns, wristFrame);
  wristTurns(pose, byWrist);
  auto keep = [&](int bone, const Affine<double> &place, const Affine<double> *byAngle) {
    compose(wristFrame, place, moved[bone]);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++) {
        Four &byHand = turns[bone].m[0][i][j], &byFinger = turns[bone].m[1][i][j];
        for (int d = 0; d < Turns; d++)
          byHand[d] = byWrist[d][i][0] * place.m[0][j] + byWrist[d][i][1] * place.m[1][j] +
                      byWrist[d][i][2] * place.m[2][j];
        for (int d = 0; d < Angles; d++)
          byFinger[d] = byAngle ? wristFrame.m[i][0] * byAngle[d].m[0][j] +
                                      wristFrame.m[i][1] * byAngle[d].m[1][j] +
                                      wristFrame.m[i][2] * byAngle[d].m[2][j]
                                : 0;
        byHand[Turns] = 0;
      }
  };
  keep(0, hand.inverseRest[0], nullptr);
  for (int f = 0; f < Fingers; f++)
    for (int j = 0; j < Joints; j++) {
      int bone = 1 + f * Joints + j;
      const double *angles = pose + 2 * Turns + Angles * f;
      double spread = j == 0 ? angles[0] : 0;
      joint(spread, angles[1 + j], turn);
      jointTurns(spread, angles[1 + j], bySpread, byBend);
      if (j == 0)
        local = hand.base[bone];
      else
        compose(frame[j - 1], hand.base[bone], local);
      compose(local, turn, frame[j]);
      Affine<double> own[Angles] = {};
      for (int d = 0; d < Angles; d++) {
        by[j][d] = {};
        if (d == 1 + j || (j == 0 && d == 0)) {
          // A turn's derivative leaves where the joint is.
          Affine<double> onlyTurn = local;
          for (auto &row : onlyTurn.m)
            row[3] = 0;
          compose(onlyTurn, d == 0 ? bySpread : byBend, by[j][d]);
        } else if (d < 1 + j) {
          compose(by[j - 1][d], hand.base[bone], last);
          compose(last, turn, by[j][d]);
        }
        if (d <= 1 + j)
          compose(by[j][d], hand.inverseRest[bone], own[d]);
      }
      compose(frame[j], hand.inverseRest[bone], inHand);
      keep(bone, inHand, own);
    }
}

/** How one vertex moves: with the hand's turns and a zero, then with each finger's angles; by a
 * shift of the hand. */
struct SkinTurns {
  Four by[3][1 + Fingers];
  double shift;
};

void skinTurns(const Skeleton &hand, const double *pose, std::vector<double> &skin,
               SkinTurns *turns) {
  Affine<double> moved[Bones];
  BoneTurns ofBone[Bones];
  boneTurns(hand, pose, moved, ofBone);
  for (int v = 0; v < hand.vertices; v++) {
    SkinTurns &all = turns[v];
    all = {};
    double x[3] = {};
    const double *at = hand.vertex + 3 * v;
    for (int i = 0; i < Influences; i++) {
      int bone = hand.bone[Influences * v + i], finger = bone ? (bone - 1) / Joints : 0;
      double weight = hand.weight[Influences * v + i], place[3];
      double scaled[3] = {weight * at[0], weight * at[1], weight * at[2]};
      apply(moved[bone], at, place);
      all.shift += weight;
      for (int c = 0; c < 3; c++) {
        const Four *byHand = ofBone[bone].m[0][c], *byFinger = ofBone[bone].m[1][c];
        x[c] += weight * place[c];
        all.by[c][0] += byHand[0] * scaled[0] + byHand[1] * scaled[1] + byHand[2] * scaled[2] +
                        byHand[3] * weight;
        all.by[c][1 + finger] += byFinger[0] * scaled[0] + byFinger[1] * scaled[1] +
                                 byFinger[2] * scaled[2] + byFinger[3] * weight;
      }
    }
    std::copy(x, x + 3, &skin[3 * v]);
  }
}

/** One column, of how vertices move: move(v, c). */
template <class Move> void columnOf(const HandTracking &p, Move move, double *out) {
  for (int point = 0; point < p.seen.points; point++) {
    const int *t = p.seen.triangle + 3 * point;
    if (!p.complicated) {
      for (int c = 0; c < 3; c++)
        out[3 * point + c] = -move(t[0], c);
      continue;
    }
    double u = p.x[Pose + 2 * point], v = p.x[Pose + 2 * point + 1], w = u + v - 1;
    for (int c = 0; c < 3; c++)
      out[3 * point + c] = w * move(t[2], c) - u * move(t[0], c) - v * move(t[1], c);
  }
}

/** Where there are more points than vertices, those of one direction are put side by side first. */
template <class Move> void column(const HandTracking &p, Move move, double *out) {
  if (p.seen.points < p.hand.vertices)
    return columnOf(p, move, out);
  std::vector<double> together(3 * p.hand.vertices);
  for (int v = 0; v < p.hand.vertices; v++)
    for (int c = 0; c < 3; c++)
      together[3 * v + c] = move(v, c);
  columnOf(p, [&](int v, int c) { return together[3 * v + c]; }, out);
}

/** The column of each point's own number: of the triangle's corner with it. */
void ownColumn(const HandTracking &p, const std::vector<double> &skin, int corner, double *out) {
  for (int point = 0; point < p.seen.points; point++) {
    const int *t = p.seen.triangle + 3 * point;
    for (int c = 0; c < 3; c++)
      out[3 * point + c] = skin[3 * t[2] + c] - skin[3 * t[corner] + c];
  }
}

void hand(const HandTracking &p, double *jacobian) {
  std::size_t rows = p.rows();
  std::vector<double> skin(3 * p.hand.vertices);
  auto turns = std::make_unique_for_overwrite<SkinTurns[]>(p.hand.vertices);
  skinTurns(p.hand, p.x.data(), skin, turns.get());
  for (int d = 0; d < Turns; d++) {
    column(p, [&](int v, int c) { return turns[v].by[c][0][d]; }, jacobian + d * rows);
    column(
        p, [&](int v, int c) { return c == d ? turns[v].shift : 0; },
        jacobian + (Turns + d) * rows);
  }
  for (int d = 0; d < Angles * Fingers; d++)
    column(
        p, [&](int v, int c) { return turns[v].by[c][1 + d / Angles][d % Angles]; },
        jacobian + (2 * Turns + d) * rows);
  for (int d = Pose; d < p.directions(); d++)
    ownColumn(p, skin, d - Pose, jacobian + d * rows);
}

} // namespace

void measure(bench::Suite &suite) {
  for (bool complicated : {false, true})
    for (int points : suite.quick ? std::vector<int>{5} : std::vector<int>{100, 10000}) {
      auto p = std::make_shared<const HandTracking>(complicated, points);
      bench::Row &row = suite.row(p->size(), std::size_t(p->rows()) * p->directions());
      row.primal([p] { return sum(*p, p->x.data()); });
      row.ours([p, all = allDirections(*p)](double *out) { ours(*p, all, out); });
      row.arrange([p](double *out) { transpose(*p, out); });
      row.hand([p](double *out) { hand(*p, out); });
      row.arrange([p](double *out) { transpose(*p, out); });
      row.roughly([p](double *out) { differences(*p, out); });
      row.jacobian();
      addPeers(row, p);
    }
}
