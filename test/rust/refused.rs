// What is refused by name, or stops by name in the run (docs/rust.md).
// refused: table_that_grows: an integer computed from the bits of a floating-point value
// refused: caught: ENZ0070
// refused: parsed: ENZ0170
// refused: locked: ENZ0062
use std::collections::HashMap;
use std::sync::Mutex;

unsafe fn given<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
}

#[no_mangle]
pub unsafe extern "C" fn table_that_grows(x: *const f64, n: usize) -> f64 {
    let x = given(x, n);
    let mut table: HashMap<usize, f64> = HashMap::new();
    for i in 0..40 {
        table.insert(i * 7, x[i % n] * i as f64);
    }
    table.remove(&14);
    (0..40).filter_map(|i| table.get(&(i * 7))).map(|v| v * v).sum()
}

#[no_mangle]
pub unsafe extern "C" fn caught(x: *const f64, n: usize) -> f64 {
    let x = given(x, n);
    std::panic::catch_unwind(|| x[0] * x[1]).unwrap_or(0.0)
}

#[no_mangle]
pub unsafe extern "C" fn parsed(x: *const f64, n: usize) -> f64 {
    let text = format!("{}", given(x, n)[0]);
    text.parse::<f64>().unwrap_or(0.0) * *x
}

#[no_mangle]
pub unsafe extern "C" fn locked(x: *const f64, n: usize) -> f64 {
    let sum = Mutex::new(0.0);
    for v in given(x, n) {
        *sum.lock().unwrap() += v * v;
    }
    let result = *sum.lock().unwrap();
    result
}
