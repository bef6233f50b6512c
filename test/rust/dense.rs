//! A small crate of arrays: const generics, views with strides, operators, iterators of rows.
use std::fmt;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Range, Sub};

unsafe fn slice<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
}

#[derive(Clone, Copy, PartialEq)]
pub struct Vector<T, const N: usize>([T; N]);

impl<T: Default + Copy, const N: usize> Default for Vector<T, N> {
    fn default() -> Self {
        Vector([T::default(); N])
    }
}
impl<T: Copy + Add<Output = T>, const N: usize> Add for Vector<T, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}
impl<T: Copy + Sub<Output = T>, const N: usize> Sub for Vector<T, N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}
impl<T: Copy + Mul<Output = T>, const N: usize> Mul<T> for Vector<T, N> {
    type Output = Self;
    fn mul(self, factor: T) -> Self {
        Vector(self.0.map(|v| v * factor))
    }
}
impl<T: Copy + Neg<Output = T>, const N: usize> Neg for Vector<T, N> {
    type Output = Self;
    fn neg(self) -> Self {
        Vector(self.0.map(|v| -v))
    }
}
impl<const N: usize> Vector<f64, N> {
    fn dot(&self, other: &Self) -> f64 {
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum()
    }
    fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[derive(Clone)]
pub struct Array2 {
    data: Vec<f64>,
    shape: (usize, usize),
}
pub struct View<'a> {
    data: &'a [f64],
    offset: usize,
    shape: (usize, usize),
    strides: (usize, usize),
}
impl<'a> View<'a> {
    fn t(self) -> View<'a> {
        View { shape: (self.shape.1, self.shape.0), strides: (self.strides.1, self.strides.0), ..self }
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        assert!(i < self.shape.0 && j < self.shape.1, "({}, {}) is outside of {:?}", i, j, self.shape);
        self.data[self.offset + i * self.strides.0 + j * self.strides.1]
    }
    fn block(&self, rows: Range<usize>, columns: Range<usize>) -> View<'a> {
        View {
            data: self.data,
            offset: self.offset + rows.start * self.strides.0 + columns.start * self.strides.1,
            shape: (rows.len(), columns.len()),
            strides: self.strides,
        }
    }
    fn iter(&'a self) -> impl Iterator<Item = f64> + 'a {
        (0..self.shape.0).flat_map(move |i| (0..self.shape.1).map(move |j| self.at(i, j)))
    }
    fn dot(&self, other: &View) -> Array2 {
        Array2::from_fn((self.shape.0, other.shape.1), |i, j| {
            (0..self.shape.1).map(|k| self.at(i, k) * other.at(k, j)).sum()
        })
    }
}
impl Array2 {
    fn from_fn(shape: (usize, usize), f: impl Fn(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(shape.0 * shape.1);
        for i in 0..shape.0 {
            for j in 0..shape.1 {
                data.push(f(i, j));
            }
        }
        Array2 { data, shape }
    }
    fn view(&self) -> View<'_> {
        View { data: &self.data, offset: 0, shape: self.shape, strides: (self.shape.1, 1) }
    }
    fn rows_mut(&mut self) -> std::slice::ChunksExactMut<'_, f64> {
        self.data.chunks_exact_mut(self.shape.1)
    }
}
impl Index<(usize, usize)> for Array2 {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.shape.1 + j]
    }
}
impl IndexMut<(usize, usize)> for Array2 {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.shape.1 + j]
    }
}
impl AddAssign<&Array2> for Array2 {
    fn add_assign(&mut self, other: &Array2) {
        self.data.iter_mut().zip(other.data.iter()).for_each(|(a, b)| *a += b);
    }
}
#[derive(Debug)]
enum Trouble {
    Singular(usize),
    Shape { rows: usize, columns: usize },
}
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Trouble::Singular(k) => write!(f, "singular at {k}"),
            Trouble::Shape { rows, columns } => write!(f, "{rows} x {columns}"),
        }
    }
}
impl std::error::Error for Trouble {}

fn solve(mut a: Array2, mut b: Vec<f64>) -> Result<Vec<f64>, Trouble> {
    let n = a.shape.0;
    if a.shape.1 != n {
        return Err(Trouble::Shape { rows: n, columns: a.shape.1 });
    }
    for k in 0..n {
        let p = (k..n)
            .max_by(|&i, &j| a[(i, k)].abs().partial_cmp(&a[(j, k)].abs()).unwrap())
            .ok_or(Trouble::Shape { rows: 0, columns: 0 })?;
        if a[(p, k)] == 0.0 {
            return Err(Trouble::Singular(k));
        }
        for j in 0..n {
            let (u, v) = (k * n + j, p * n + j);
            a.data.swap(u, v);
        }
        b.swap(k, p);
        for i in k + 1..n {
            let factor = a[(i, k)] / a[(k, k)];
            let (top, rest) = a.data.split_at_mut(i * n);
            for (r, t) in rest[..n].iter_mut().zip(&top[k * n..]) {
                *r -= factor * t;
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[(k, j)] * b[j]).sum();
        b[k] = (b[k] - known) / a[(k, k)];
    }
    Ok(b)
}

#[no_mangle]
pub unsafe extern "C" fn small_vectors(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let a = Vector([x[0], x[1], x[2]]);
    let b: Vector<f64, 3> = Vector(x[2..5].try_into().unwrap());
    let c = a + b * x[3] - -a;
    let mut sum = Vector::<f64, 3>::default();
    for k in 0..3 {
        sum = sum + c * (k as f64);
    }
    sum.norm() * a.dot(&b)
}

#[no_mangle]
pub unsafe extern "C" fn views(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let a = Array2::from_fn((4, 3), |i, j| x[(i + j) % n] * (i as f64 - j as f64 * 0.5));
    let mut p = a.view().t().dot(&a.view());
    p += &p.clone();
    for (i, row) in p.rows_mut().enumerate() {
        row.reverse();
        row[i] += x[i];
    }
    let b = p.view().block(1..3, 0..2);
    let total = b.iter().filter(|v| *v > 0.1).map(f64::sqrt).sum::<f64>() + b.t().at(1, 0);
    total
}

#[no_mangle]
pub unsafe extern "C" fn equations(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let a = Array2::from_fn((n, n), |i, j| (x[i] * (j + 1) as f64).sin() + if i == j { 0.3 } else { 0.0 });
    match solve(a, x.iter().map(|v| v * v).collect()) {
        Ok(s) => s.iter().map(|v| v.abs()).fold(0.0, f64::max) + s.iter().sum::<f64>(),
        Err(e) => e.to_string().len() as f64,
    }
}
