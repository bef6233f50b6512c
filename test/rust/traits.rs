//! Structures, traits and generics: trait objects, closures, shared ownership, enumerations.
use std::cell::{Cell, RefCell};
use std::ops::{Add, Index, Mul};
use std::rc::Rc;

unsafe fn slice<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
}

trait Layer {
    fn apply(&self, x: f64) -> f64;
    fn scale(&mut self, factor: f64);
    fn twice(&self, x: f64) -> f64 {
        self.apply(self.apply(x))
    }
}

struct Line {
    slope: f64,
    offset: f64,
}

struct Squash {
    width: f64,
}

struct Polynomial {
    coefficients: Vec<f64>,
}

impl Layer for Line {
    fn apply(&self, x: f64) -> f64 {
        self.slope * x + self.offset
    }
    fn scale(&mut self, factor: f64) {
        self.slope *= factor;
    }
}

impl Layer for Squash {
    fn apply(&self, x: f64) -> f64 {
        (self.width * x).tanh()
    }
    fn scale(&mut self, factor: f64) {
        self.width *= factor;
    }
    fn twice(&self, x: f64) -> f64 {
        self.apply(x)
    }
}

impl Layer for Polynomial {
    fn apply(&self, x: f64) -> f64 {
        self.coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
    }
    fn scale(&mut self, factor: f64) {
        for c in self.coefficients.iter_mut() {
            *c *= factor;
        }
    }
}

#[no_mangle]
pub unsafe extern "C" fn objects(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut layers: Vec<Box<dyn Layer>> = vec![
        Box::new(Line { slope: x[0], offset: x[1] }),
        Box::new(Squash { width: x[2] }),
        Box::new(Polynomial { coefficients: x.iter().map(|a| a * 0.3).collect() }),
    ];
    for layer in layers.iter_mut() {
        layer.scale(0.8);
    }
    layers.iter().fold(x[3], |value, layer| layer.twice(value))
}

trait Field: Copy + Add<Output = Self> + Mul<Output = Self> + From<f32> {}
impl Field for f64 {}

#[derive(Clone, Copy)]
struct Dual<T>(T, T);

impl<T: Field> Add for Dual<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Dual(self.0 + other.0, self.1 + other.1)
    }
}

impl<T: Field> Mul for Dual<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Dual(self.0 * other.0, self.0 * other.1 + self.1 * other.0)
    }
}

fn horner<T: Copy + Add<Output = T> + Mul<Output = T>>(coefficients: &[T], at: T) -> T {
    let (last, rest) = coefficients.split_last().unwrap();
    rest.iter().rev().fold(*last, |sum, &c| sum * at + c)
}

#[no_mangle]
pub unsafe extern "C" fn generics(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let duals: Vec<Dual<f64>> = x.iter().map(|&a| Dual(a, a * 0.25)).collect();
    let result = horner(&duals, Dual(x[4], 1.0));
    result.0 * result.1 + horner(x, x[1])
}

#[no_mangle]
pub unsafe extern "C" fn closures(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let functions: Vec<Box<dyn Fn(f64) -> f64>> = x
        .iter()
        .map(|&a| Box::new(move |t: f64| t * a + a.cos()) as Box<dyn Fn(f64) -> f64>)
        .collect();
    const TABLE: [fn(f64) -> f64; 3] = [f64::sin, f64::exp, |t| t * t];
    let mut total = 0.0;
    let mut note = |a: f64| total += a * a;
    for (i, a) in x.iter().enumerate() {
        note(TABLE[i % 3](*a));
    }
    total + functions.iter().fold(0.4, |value, f| f(value))
}

enum Shape {
    Circle(f64),
    Box { width: f64, height: f64 },
    Group(Vec<Shape>),
    Nothing,
}

impl Shape {
    fn area(&self) -> Option<f64> {
        match self {
            Shape::Circle(radius) => Some(3.0 * radius * radius),
            Shape::Box { width, height } => Some(width * height),
            Shape::Group(parts) => Some(parts.iter().filter_map(Shape::area).sum()),
            Shape::Nothing => None,
        }
    }
}

fn checked(a: f64) -> Result<f64, String> {
    if a < -100.0 {
        Err(format!("{a} is too small"))
    } else {
        Ok(a * a)
    }
}

fn all_checked(x: &[f64]) -> Result<f64, String> {
    let mut total = 0.0;
    for a in x {
        total += checked(*a)? * a;
    }
    Ok(total)
}

#[no_mangle]
pub unsafe extern "C" fn enumerations(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let shapes = [
        Shape::Circle(x[0]),
        Shape::Nothing,
        Shape::Group(vec![Shape::Box { width: x[1], height: x[2] }, Shape::Circle(x[3])]),
    ];
    shapes.iter().map(|s| s.area().unwrap_or(x[4])).product::<f64>() + all_checked(x).unwrap()
}

struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[no_mangle]
pub unsafe extern "C" fn shared(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let sums = Rc::new(RefCell::new(vec![0.0; 3]));
    let other = Rc::clone(&sums);
    let product = Cell::new(1.0);
    let mut list = None;
    for (i, a) in x.iter().enumerate() {
        other.borrow_mut()[i % 3] += a * a;
        product.set(product.get() * a);
        list = Some(Box::new(Node { value: a.exp(), next: list }));
    }
    let (mut at, mut weight, mut listed) = (&list, 1.0, 0.0);
    while let Some(node) = at {
        listed += weight * node.value;
        weight *= 0.5;
        at = &node.next;
    }
    let roots: f64 = sums.borrow().iter().map(|a| a.sqrt()).sum();
    roots * product.get() + listed
}

#[derive(Clone, Debug, PartialEq)]
struct Particle {
    mass: f64,
    place: [f64; 3],
    charge: Option<Box<f64>>,
}

struct Cloud(Vec<Particle>);

impl Index<usize> for Cloud {
    type Output = Particle;
    fn index(&self, i: usize) -> &Particle {
        &self.0[i]
    }
}

#[no_mangle]
pub unsafe extern "C" fn structures(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut cloud = Cloud(Vec::new());
    for i in 0..n {
        let charge = (i % 2 == 0).then(|| Box::new(x[i] * x[0]));
        cloud.0.push(Particle { mass: x[i], place: [x[i], 1.0, x[n - 1 - i] * 2.0], charge });
    }
    cloud.0.sort_by(|a, b| b.mass.partial_cmp(&a.mass).unwrap());
    let copies = cloud.0.clone();
    cloud.0.retain(|p| p.mass > 0.5);
    cloud.0.extend_from_slice(&copies[..2]);
    cloud.0.drain(..1);
    let energy: f64 = (1..cloud.0.len())
        .map(|i| {
            let (a, b) = (&cloud[i - 1], &cloud[i]);
            let distance = a.place.iter().zip(&b.place).map(|(p, q)| (p - q).powi(2)).sum::<f64>();
            a.mass * b.mass / (1.0 + distance).sqrt()
        })
        .sum();
    energy + cloud.0.iter().map(|p| p.charge.as_ref().map_or(0.5, |c| **c)).sum::<f64>()
}
