//! Functions over slices: iterators and their adapters, vectors that grow, sorting, numbers.
// single: narrow
use std::collections::{BTreeMap, VecDeque};

unsafe fn slice<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
}

#[no_mangle]
pub unsafe extern "C" fn adapters(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let dot: f64 = x.iter().zip(x.iter().rev()).map(|(a, b)| a * b * a.sin()).sum();
    let steps: f64 = x.windows(2).map(|p| (p[1] - p[0]).powi(2)).sum();
    let parts: f64 = x.chunks(2).enumerate().map(|(i, c)| c.iter().product::<f64>() * (i + 1) as f64).sum();
    let folded = x.iter().skip(1).step_by(2).fold(1.0, |s, a| s * a + 0.5);
    let chained: f64 = x.iter().take(2).chain(&x[3..]).copied().filter(|a| *a > 0.5).map(f64::ln).sum();
    let (low, high) = x.split_at(n / 2);
    dot + steps + parts + folded + chained + low[0] * high[high.len() - 1]
}

#[no_mangle]
pub unsafe extern "C" fn vectors(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut v = Vec::new();
    for (i, a) in x.iter().enumerate() {
        v.push(a * i as f64);
        v.push(a.exp());
    }
    let mut w: Vec<f64> = v.iter().map(|a| a * 0.5).collect();
    w.extend_from_slice(&v[2..5]);
    w.insert(1, x[2] * x[3]);
    w.swap(0, 3);
    w.remove(4);
    w.retain(|a| *a != 0.0);
    w.truncate(11);
    w.reverse();
    let mut copy = w.clone();
    copy.rotate_left(3);
    copy.dedup();
    w.iter().zip(&copy).map(|(a, b)| a * b).sum::<f64>() * copy.pop().unwrap()
}

#[no_mangle]
pub unsafe extern "C" fn sorted(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut pairs: Vec<(f64, usize)> = x.iter().enumerate().map(|(i, a)| (a.sin(), i)).collect();
    pairs.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    let mut many: Vec<f64> = (0..40).map(|i| (x[i % n] + (i * 7 % 40) as f64 * 0.731).sqrt()).collect();
    many.sort_by(|a, b| b.partial_cmp(a).unwrap());
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = x.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    v.iter().enumerate().map(|(i, a)| a * a * (i + 1) as f64).sum::<f64>()
        + pairs.iter().enumerate().map(|(i, p)| p.0 * i as f64).sum::<f64>()
        + many.iter().enumerate().map(|(i, a)| a * a * i as f64 * 0.01).sum::<f64>()
        + largest * least
}

#[no_mangle]
pub unsafe extern "C" fn numbers(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let (sine, cosine) = x[0].sin_cos();
    x[0].powi(3) + x[1].powf(1.5) + x[2].abs().ln() + x[3].mul_add(x[0], x[1]) + x[0].max(x[1]) + x[0].hypot(x[1])
        + x[2].atan2(x[4]) + x[3].cbrt() + x[1].clamp(0.0, 1.0) + sine * cosine + x[2].rem_euclid(0.4)
        + x[3].signum() + x[3].copysign(x[0]) * x[1].recip() + x[4].exp_m1() + x[4].to_radians() + x[1].ln_1p()
        + x[3].tanh() + x[4].asin() + x[0].exp2() + x[2].log10() + x[2].sqrt().fract()
}

#[no_mangle]
pub unsafe extern "C" fn narrow(x: *const f64, n: usize) -> f64 {
    let x: Vec<f32> = slice(x, n).iter().map(|&a| a as f32).collect();
    let mut y = x.clone();
    y.sort_by(|a, b| b.total_cmp(a));
    f64::from(x.iter().zip(&y).map(|(a, b)| a * b.sin()).sum::<f32>())
}

#[no_mangle]
pub unsafe extern "C" fn bits(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let words: Vec<u64> = x.iter().map(|a| a.to_bits()).collect();
    let bytes: Vec<[u8; 8]> = x.iter().map(|a| a.to_le_bytes()).collect();
    words.iter().map(|w| f64::from_bits(*w).powi(2)).sum::<f64>()
        + bytes.iter().map(|b| f64::from_le_bytes(*b).sin()).sum::<f64>()
}

#[no_mangle]
pub unsafe extern "C" fn collections(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut tree: BTreeMap<usize, f64> = BTreeMap::new();
    let mut queue: VecDeque<f64> = VecDeque::new();
    for (i, a) in x.iter().enumerate() {
        *tree.entry(i % 3).or_insert(0.0) += a * a;
        queue.push_front(*a);
        queue.push_back(a * a);
        if queue.len() > 4 {
            queue.pop_front();
        }
    }
    tree.values().map(|a| a * a).sum::<f64>()
        + queue.iter().enumerate().map(|(i, a)| a * i as f64).sum::<f64>()
}

#[no_mangle]
pub unsafe extern "C" fn printed(x: *const f64, n: usize) -> f64 {
    let start = std::time::Instant::now();
    let total: f64 = slice(x, n).iter().map(|a| a * a).sum();
    if total < 0.0 {
        println!("{total} of {n} numbers, after {:?}", start.elapsed());
    }
    assert!(total >= 0.0, "{total}");
    total.sqrt()
}
