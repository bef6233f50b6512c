//! Matrices as vectors of rows, and as arrays by value: elimination, products, a time step.

unsafe fn slice<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
}

type Matrix = Vec<Vec<f64>>;

fn matrix(x: &[f64]) -> Matrix {
    let n = x.len();
    (0..n).map(|i| (0..n).map(|j| (x[i] * x[j]).cos() + if i == j { 3.0 } else { 0.0 }).collect()).collect()
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let mut result = vec![vec![0.0; b[0].len()]; a.len()];
    for (row, out) in a.iter().zip(result.iter_mut()) {
        for (factor, other) in row.iter().zip(b) {
            for (o, v) in out.iter_mut().zip(other) {
                *o += factor * v;
            }
        }
    }
    result
}

fn solve(mut a: Matrix, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())).unwrap();
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            let (upper, lower) = a.split_at_mut(i);
            for (v, p) in lower[0][k..].iter_mut().zip(&upper[k][k..]) {
                *v -= factor * p;
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

#[no_mangle]
pub unsafe extern "C" fn solution(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    solve(matrix(x), x.to_vec()).iter().map(|a| a * a).sum()
}

#[no_mangle]
pub unsafe extern "C" fn product(x: *const f64, n: usize) -> f64 {
    let a = matrix(slice(x, n));
    let b = multiply(&a, &multiply(&a, &a));
    let flat: Vec<f64> = b.concat();
    let columns: Matrix = (0..n).map(|j| b.iter().map(|row| row[j]).collect()).collect();
    flat.chunks_exact(2).map(|p| p[0] * p[1]).sum::<f64>() * 1e-3
        + columns.iter().flatten().step_by(3).sum::<f64>()
        + b.iter().map(|row| row.iter().copied().fold(0.0, f64::max)).sum::<f64>()
}

type Square = [[f64; 3]; 3];

fn transposed(a: Square) -> Square {
    std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]))
}

fn times(a: Square, b: &Square) -> Square {
    a.map(|row| std::array::from_fn(|j| (0..3).map(|k| row[k] * b[k][j]).sum()))
}

#[no_mangle]
pub unsafe extern "C" fn arrays(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let a: Square = std::array::from_fn(|i| std::array::from_fn(|j| x[(i + j) % n] + (i * j) as f64));
    let b = times(transposed(a), &a);
    let [first, .., last] = b;
    first.iter().zip(last).map(|(p, q)| p * q).sum::<f64>() * 0.1 + b[1][1].sqrt()
}

struct Heat {
    now: Vec<f64>,
    next: Vec<f64>,
}

impl Heat {
    fn step(&mut self, rate: f64) {
        let n = self.now.len();
        for i in 0..n {
            let left = self.now[if i == 0 { n - 1 } else { i - 1 }];
            let right = self.now[(i + 1) % n];
            self.next[i] = self.now[i] + rate * (left - 2.0 * self.now[i] + right) - 0.01 * self.now[i].powi(3);
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

#[no_mangle]
pub unsafe extern "C" fn heat(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut rod = Heat { now: x.iter().chain(x).copied().collect(), next: vec![0.0; 2 * n] };
    let mut history = Vec::with_capacity(2);
    for step in 0..30 {
        rod.step(0.1 * x[4]);
        if step % 7 == 0 {
            history.push(rod.now.clone());
        }
    }
    history.iter().map(|h| h.iter().map(|a| a * a).sum::<f64>()).sum()
}
