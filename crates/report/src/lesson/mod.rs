//! Search for people to look at: the tree an agent explored, and α–β and UCT as they are taught.
//!
//! | what | where |
//! |---|---|
//! | a picture of the top of a tree, with boards | [`tree_svg`] |
//! | the walk of α–β as indented text | [`trace_text`] |
//! | a page that plays α–β and UCT step by step | [`lesson_html`] |

mod alphabeta;
mod layout;
mod number;
mod page;
mod prune;
mod stage;
mod step;
mod trace;
mod tree;
mod uct;

pub use page::{LessonPage, lesson_html};
pub use prune::{TreeNode, TreePicture};
pub use trace::trace_text;
pub use tree::tree_svg;
