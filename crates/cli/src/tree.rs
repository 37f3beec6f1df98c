//! A tree of statements with ✓ and ✗.

/// A statement and the statements it rests on.
pub(crate) struct Node {
    pub(crate) holds: bool,
    pub(crate) text: String,
    pub(crate) children: Vec<Node>,
}

impl Node {
    /// The mark and the statement on one line.
    fn line(&self) -> String {
        let mark = if self.holds { '✓' } else { '✗' };
        format!("{mark} {}", self.text)
    }
}

/// Draws statements below one another, their parts indented.
pub(crate) fn draw(nodes: &[Node]) -> String {
    let mut lines = Vec::new();
    push(nodes, "", &mut lines);
    lines.join("\n")
}

fn push(nodes: &[Node], indent: &str, lines: &mut Vec<String>) {
    for (index, node) in nodes.iter().enumerate() {
        let last = index + 1 == nodes.len();
        let (branch, below) = if last {
            ("└── ", "    ")
        } else {
            ("├── ", "│   ")
        };
        lines.push(format!("{indent}{branch}{}", node.line()));
        push(&node.children, &format!("{indent}{below}"), lines);
    }
}
