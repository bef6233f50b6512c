//! A curve through points: a sum of terms, each of its own shape.

pub trait Term {
    fn at(&self, x: f64) -> f64;
}

pub struct Wave {
    pub height: f64,
    pub pace: f64,
}

pub struct Bell {
    pub height: f64,
    pub width: f64,
}

impl Term for Wave {
    fn at(&self, x: f64) -> f64 {
        self.height * (self.pace * x).sin()
    }
}

impl Term for Bell {
    fn at(&self, x: f64) -> f64 {
        self.height * (-(x / self.width).powi(2)).exp()
    }
}

/// Two numbers a term.
pub fn curve(parameters: &[f64]) -> Vec<Box<dyn Term>> {
    parameters
        .chunks_exact(2)
        .enumerate()
        .map(|(i, p)| -> Box<dyn Term> {
            if i % 2 == 0 {
                Box::new(Wave { height: p[0], pace: p[1] })
            } else {
                Box::new(Bell { height: p[0], width: p[1] })
            }
        })
        .collect()
}

pub fn value(curve: &[Box<dyn Term>], x: f64) -> f64 {
    curve.iter().map(|term| term.at(x)).sum()
}

/// The mean square of what the curve misses.
pub fn misfit(parameters: &[f64]) -> f64 {
    let wanted = curve(&[1.2, 0.9, 0.7, 1.4]);
    let curve = curve(parameters);
    let points: Vec<f64> = (0..40).map(|i| i as f64 / 10.0 - 2.0).collect();
    points.iter().map(|&x| (value(&curve, x) - value(&wanted, x)).powi(2)).sum::<f64>() / points.len() as f64
}
