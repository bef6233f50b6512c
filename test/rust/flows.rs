//! Iterators in long chains, vectors of vectors, networks of layers, texts, hash tables that grow, panics that do not happen.
use std::collections::HashMap;
use std::error::Error;
use std::iter::{once, repeat, successors};

unsafe fn slice<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
}

#[no_mangle]
pub unsafe extern "C" fn chains(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let smooth: Vec<f64> = x.windows(3).map(|w| (w[0] + 2.0 * w[1] + w[2]) / 4.0).collect();
    let scan: Vec<f64> = x.iter().scan(1.0, |state, v| { *state = *state * 0.5 + v; Some(*state) }).collect();
    let steps = successors(Some(x[0]), |v| if *v < 40.0 { Some(v * 1.7 + x[1]) } else { None }).last().unwrap();
    let (small, large): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v < 1.0);
    let nested = x.chunks(2).zip(x.rchunks(2)).flat_map(|(a, b)| a.iter().chain(b).copied()).skip(1).step_by(2).map(|v| v * v).sum::<f64>();
    let folded = scan.iter().rev().zip(smooth.iter().cycle()).take(4).fold(0.0, |a, (b, c)| a * 0.9 + b * c);
    let most = x.iter().copied().reduce(f64::max).unwrap();
    let arg = x.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(i, _)| i).unwrap();
    let (min, max) = x.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
    nested + folded + steps + most * arg as f64 + (max - min).powi(3) + small.iter().sum::<f64>() * large.iter().product::<f64>()
        + once(2.0).chain(repeat(x[3])).take(3).sum::<f64>() + x.iter().rposition(|v| *v > 1.0).map_or(0.0, |i| x[i])
}

#[no_mangle]
pub unsafe extern "C" fn vectors_of_vectors(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut table: Vec<Vec<f64>> = (0..n).map(|i| x[..=i].iter().map(|v| v * (i + 1) as f64).collect()).collect();
    table.swap(1, 3);
    let tail = table.split_off(3);
    table.insert(0, tail[0].clone());
    table[2].extend_from_slice(&tail[1][1..3]);
    table.iter_mut().for_each(|row| { let half = row.len() / 2; row.rotate_left(half) });
    let flat: Vec<f64> = table.concat();
    let removed = table.remove(1);
    let drained: f64 = table.last_mut().unwrap().drain(..2).sum();
    let blocks: Vec<[f64; 2]> = flat.chunks_exact(2).map(|c| [c[0], c[1]]).collect();
    blocks.iter().map(|[a, b]| a * b).sum::<f64>() + removed.iter().sum::<f64>() * drained
}

fn checked(x: &[f64], i: usize) -> f64 {
    if i >= x.len() {
        panic!("no number {} of {}", i, x.len());
    }
    let root = x[i].sqrt();
    assert!(root.is_finite(), "x[{i}] = {}", x[i]);
    root
}
#[no_mangle]
pub unsafe extern "C" fn panics_that_do_not_happen(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let total: f64 = (0..n).map(|i| checked(x, i)).sum();
    let k = (total as usize).checked_rem(n).expect("some numbers");
    x.get(k).copied().unwrap_or_else(|| unreachable!("{k}")) * total
}

struct Network<F: Fn(f64) -> f64> {
    layers: Vec<(Vec<Vec<f64>>, Vec<f64>)>,
    bend: F,
}
impl<F: Fn(f64) -> f64> Network<F> {
    fn run(&self, input: &[f64]) -> Vec<f64> {
        self.layers.iter().fold(input.to_vec(), |at, (w, b)| {
            w.iter().zip(b).map(|(row, b)| (self.bend)(row.iter().zip(&at).map(|(w, a)| w * a).sum::<f64>() + b)).collect()
        })
    }
}
#[no_mangle]
pub unsafe extern "C" fn network(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let layers = (0..3).map(|l| {
        let w = (0..4).map(|i| (0..if l == 0 { n } else { 4 }).map(|j| ((i * 7 + j * 3 + l) as f64).sin() * x[j % n] * 0.5).collect()).collect();
        (w, vec![x[l] * 0.1; 4])
    }).collect();
    let network = Network { layers, bend: |v| if v > 0.0 { v } else { 0.1 * v.exp_m1() } };
    network.run(x).iter().map(|v| v * v).sum()
}

// optimised: sorted_by_text
/// Sorted by keys that are allocated for each comparison, in memory that the library fills.
#[no_mangle]
pub unsafe extern "C" fn sorted_by_text(x: *const f64, n: usize) -> f64 {
    let mut pairs: Vec<(f64, String)> = slice(x, n).iter().enumerate().map(|(i, &v)| (v, format!("s{}", i % 3))).collect();
    pairs.sort_by_key(|p| p.1.clone());
    pairs.iter().enumerate().map(|(i, p)| p.0 * i as f64).sum()
}

/// An empty text has no memory, and its address is a number.
#[no_mangle]
pub unsafe extern "C" fn names_of_a_table(x: *const f64, n: usize) -> f64 {
    let named: Vec<(f64, String)> = slice(x, n).iter().enumerate().map(|(i, &v)| (v, String::from(["ab", ""][i % 2]))).collect();
    let copies = named.clone();
    copies.iter().map(|p| p.0 * if p.1.is_empty() { p.0 } else { 3.0 }).sum()
}

#[inline(never)]
fn squares(x: &[f64]) -> Result<Vec<f64>, Box<dyn Error>> {
    if x.is_empty() {
        return Err("nothing to square".into());
    }
    Ok(x.iter().map(|v| v * v).collect())
}

/// A vector or an error of any type.
#[no_mangle]
pub unsafe extern "C" fn vector_or_error(x: *const f64, n: usize) -> f64 {
    match squares(slice(x, n)) {
        Ok(squares) => squares.iter().sum::<f64>() * squares[0],
        Err(_) => 0.0,
    }
}

/// Texts and numbers side by side, compared by the texts.
#[no_mangle]
pub unsafe extern "C" fn ordered_by_text(x: *const f64, n: usize) -> f64 {
    let mut pairs: Vec<(String, f64)> = slice(x, n).iter().enumerate().map(|(i, a)| (format!("n{}", (i * 7) % 5), a * a)).collect();
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    pairs.iter().enumerate().map(|(i, p)| p.1 * (i + 1) as f64).sum()
}

/// Entries are moved as bytes, beside a byte of state for each.
// optimised: table_that_grows
#[no_mangle]
pub unsafe extern "C" fn table_that_grows(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut table: HashMap<usize, f64> = HashMap::new();
    for i in 0..40 {
        table.insert(i * 7, x[i % n] * i as f64);
    }
    table.remove(&14);
    (0..40).filter_map(|i| table.get(&(i * 7))).map(|v| v * v).sum()
}

// optimised: sums_by_key
#[no_mangle]
pub unsafe extern "C" fn sums_by_key(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut sums: HashMap<usize, f64> = HashMap::with_capacity(4);
    for (i, v) in x.iter().cycle().take(50).enumerate() {
        *sums.entry(i % 13).or_insert(0.5) += v * v * (i + 1) as f64;
    }
    sums.values_mut().for_each(|v| *v *= x[0]);
    let mut keys: Vec<usize> = sums.keys().copied().collect();
    keys.sort();
    keys.iter().map(|k| sums[k] * sums[k] * (*k as f64 + 0.1)).sum()
}
