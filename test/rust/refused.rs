// What is refused by name, or stops by name in the run (docs/rust.md).
// refused: caught: ENZ0070
// refused: parsed: ENZ0170
// refused: locked: ENZ0062
use std::sync::Mutex;

unsafe fn given<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
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
