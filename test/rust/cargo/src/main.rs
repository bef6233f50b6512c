//! Finds a curve's parameters by the gradient that enzyme-clang makes.
mod model;

extern "C" {
    fn misfit_gradient(parameters: *const f64, gradient: *mut f64, count: usize);
}

/// What src/gradient.c names.
#[no_mangle]
pub unsafe extern "C" fn misfit(parameters: *const f64, count: usize) -> f64 {
    model::misfit(std::slice::from_raw_parts(parameters, count))
}

fn gradient(parameters: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; parameters.len()]; // derivatives are added to it
    unsafe { misfit_gradient(parameters.as_ptr(), result.as_mut_ptr(), parameters.len()) };
    result
}

fn difference(parameters: &[f64], i: usize) -> f64 {
    let step = 1e-6;
    let at = |distance: f64| {
        let mut moved = parameters.to_vec();
        moved[i] += distance;
        model::misfit(&moved)
    };
    (at(step) - at(-step)) / (2.0 * step)
}

fn main() {
    let mut parameters = vec![0.8, 1.1, 0.4, 1.0];
    let found = gradient(&parameters);
    for (i, slope) in found.iter().enumerate() {
        let expected = difference(&parameters, i);
        assert!((slope - expected).abs() < 1e-6, "parameter {i}: {slope}, expected {expected}");
    }
    for _ in 0..2000 {
        let slopes = gradient(&parameters);
        for (p, slope) in parameters.iter_mut().zip(slopes) {
            *p -= 0.3 * slope;
        }
    }
    for (p, wanted) in parameters.iter().zip([1.2, 0.9, 0.7, 1.4]) {
        assert!((p - wanted).abs() < 1e-3, "{parameters:?}");
    }
    println!("fitted");
}
