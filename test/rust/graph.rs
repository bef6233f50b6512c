//! Shared nodes, closures in boxes, trees with parents, heaps, queues and state machines.
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::cmp::{Ordering, Reverse};
use std::rc::{Rc, Weak};

unsafe fn slice<'a>(x: *const f64, n: usize) -> &'a [f64] {
    std::slice::from_raw_parts(x, n)
}

enum Op {
    Leaf,
    Add(Node, Node),
    Mul(Node, Node),
    Map(Node, Box<dyn Fn(f64) -> f64>, Box<dyn Fn(f64) -> f64>),
}
struct Inner {
    value: f64,
    adjoint: f64,
    op: Op,
}
#[derive(Clone)]
struct Node(Rc<RefCell<Inner>>);
impl Node {
    fn new(value: f64, op: Op) -> Self {
        Node(Rc::new(RefCell::new(Inner { value, adjoint: 0.0, op })))
    }
    fn value(&self) -> f64 {
        self.0.borrow().value
    }
    fn push(&self, seed: f64) {
        let mut me = self.0.borrow_mut();
        me.adjoint += seed;
        match &me.op {
            Op::Leaf => {}
            Op::Add(a, b) => {
                a.push(seed);
                b.push(seed);
            }
            Op::Mul(a, b) => {
                let (u, v) = (a.value(), b.value());
                a.push(seed * v);
                b.push(seed * u);
            }
            Op::Map(a, _, slope) => {
                let u = a.value();
                a.push(seed * slope(u));
            }
        }
    }
}

/// A reverse mode of its own: its gradients are differentiated again.
#[no_mangle]
pub unsafe extern "C" fn own_reverse_mode(x: *const f64, n: usize) -> f64 {
    let leaves: Vec<Node> = slice(x, n).iter().map(|&v| Node::new(v, Op::Leaf)).collect();
    let mut sum = leaves[0].clone();
    for pair in leaves.windows(2) {
        let product = Node::new(pair[0].value() * pair[1].value(), Op::Mul(pair[0].clone(), pair[1].clone()));
        let bent = Node::new(product.value().sin(), Op::Map(product, Box::new(f64::sin), Box::new(f64::cos)));
        sum = Node::new(sum.value() + bent.value(), Op::Add(sum, bent));
    }
    sum.push(1.0);
    leaves.iter().enumerate().map(|(i, l)| l.0.borrow().adjoint * (i + 1) as f64).sum()
}

struct Branch {
    weight: f64,
    parent: RefCell<Weak<Branch>>,
    children: RefCell<Vec<Rc<Branch>>>,
}
impl Branch {
    fn total(&self) -> f64 {
        let above = self.parent.borrow().upgrade().map_or(1.0, |p| p.weight);
        self.weight * above + self.children.borrow().iter().map(|c| c.total()).sum::<f64>()
    }
}
#[no_mangle]
pub unsafe extern "C" fn tree_with_parents(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let root = Rc::new(Branch { weight: x[0], parent: RefCell::new(Weak::new()), children: RefCell::new(vec![]) });
    for &w in &x[1..] {
        let child = Rc::new(Branch { weight: w, parent: RefCell::new(Rc::downgrade(&root)), children: RefCell::new(vec![]) });
        let leaf = Rc::new(Branch { weight: w * w, parent: RefCell::new(Rc::downgrade(&child)), children: RefCell::new(vec![]) });
        child.children.borrow_mut().push(leaf);
        root.children.borrow_mut().push(child);
    }
    root.total()
}

#[no_mangle]
pub unsafe extern "C" fn ordered_maps(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut by_name: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        by_name.entry(["even", "odd"][i % 2]).or_default().push(*v);
    }
    let order: BTreeSet<usize> = [3, 1, 2].into_iter().collect();
    let mut total = 0.0;
    for (key, values) in &by_name {
        total = total * 0.5 + values.iter().product::<f64>() * key.len() as f64;
    }
    total + order.iter().map(|&i| x[i] / i as f64).sum::<f64>()
}

#[derive(PartialEq)]
struct State {
    cost: f64,
    at: usize,
}
impl Eq for State {}
impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cost.total_cmp(&other.cost)
    }
}
/// Dijkstra: the shortest way through a graph.
#[no_mangle]
pub unsafe extern "C" fn shortest_way(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let edges: Vec<Vec<(usize, f64)>> = (0..6)
        .map(|i| (i + 1..6.min(i + 4)).map(|j| (j, x[(i * 2 + j) % n] * (j - i) as f64 + 0.01 * j as f64)).collect())
        .collect();
    let mut best = vec![f64::INFINITY; 6];
    let mut heap = BinaryHeap::new();
    best[0] = 0.0;
    heap.push(Reverse(State { cost: 0.0, at: 0 }));
    while let Some(Reverse(State { cost, at })) = heap.pop() {
        if cost > best[at] {
            continue;
        }
        for &(to, length) in &edges[at] {
            let next = cost + length * length;
            if next < best[to] {
                best[to] = next;
                heap.push(Reverse(State { cost: next, at: to }));
            }
        }
    }
    best[5] + best[3]
}

#[derive(Clone, Copy)]
enum Phase {
    Heating { rate: f64 },
    Holding(u8),
    Done,
}
#[no_mangle]
pub unsafe extern "C" fn state_machine(x: *const f64, n: usize) -> f64 {
    let x = slice(x, n);
    let mut queue: VecDeque<Box<dyn FnMut(f64) -> f64>> = VecDeque::new();
    let mut sum = 0.0;
    for (i, &v) in x.iter().enumerate() {
        let (mut calls, weight) = (0.0, (i + 1) as f64);
        queue.push_back(Box::new(move |t| {
            calls += 1.0;
            t + v * calls * weight
        }));
    }
    let mut phase = Phase::Heating { rate: x[0] };
    let mut t = x[1];
    for _ in 0..8 {
        phase = match phase {
            Phase::Heating { rate } if t < 9.0 => {
                t += rate;
                Phase::Heating { rate: rate * 1.1 }
            }
            Phase::Heating { rate } => {
                sum += rate;
                Phase::Holding(2)
            }
            Phase::Holding(0) => Phase::Done,
            Phase::Holding(k) => {
                let mut f = queue.pop_front().unwrap();
                let once = f(t);
                t = f(once) * 0.5;
                queue.push_back(f);
                Phase::Holding(k - 1)
            }
            Phase::Done => break,
        };
    }
    sum + t
}
