//! The account of the declarations that the Luau machine works by.

use crate::schema::{Kind, Schema};
use crate::vm::MOST_OUTCOMES;
use mlua::{Lua, Table};

/// Fields, actions and names as Luau tables.
pub(crate) fn layout(lua: &Lua, schema: &Schema) -> mlua::Result<Table> {
    let layout = lua.create_table()?;
    layout.set("cells", schema.cells)?;
    layout.set("outcomes", MOST_OUTCOMES)?;
    layout.set("moves", schema.moves())?;
    layout.set("seats", schema.seats.len())?;
    layout.set("teams", schema.teams.clone())?;
    layout.set("phases", schema.phases.clone())?;
    layout.set("texts", schema.texts.clone())?;
    let fields = schema.fields.iter().map(|field| {
        let table = lua.create_table()?;
        let (kind, min, max) = match &field.kind {
            Kind::Number { min, max } => ("number", *min, *max),
            Kind::Flag => ("flag", 0, 1),
            Kind::Grid(grid) => ("grid", 0, grid.max),
            // Rules see tokens as they see the places of a board.
            Kind::Tokens { max, .. } => ("grid", 0, *max),
            Kind::Pile { of, .. } => ("pile", 1, schema.cards[*of].names.len() as i32),
        };
        table.set("name", field.name.as_str())?;
        table.set("kind", kind)?;
        table.set("min", min)?;
        table.set("max", max)?;
        table.set("size", field.kind.size())?;
        table.set("first", field.first)?;
        table.set("each", field.per_player)?;
        Ok(table)
    });
    layout.set("fields", fields.collect::<mlua::Result<Vec<_>>>()?)?;
    let actions = schema.actions.iter().map(|action| {
        let table = lua.create_table()?;
        let args = action.args.iter().map(|arg| {
            let table = lua.create_table()?;
            table.set("name", arg.name.as_str())?;
            table.set("min", arg.min)?;
            table.set("max", arg.max)?;
            Ok(table)
        });
        table.set("name", action.name.as_str())?;
        table.set("first", action.first)?;
        table.set("args", args.collect::<mlua::Result<Vec<_>>>()?)?;
        Ok(table)
    });
    layout.set("actions", actions.collect::<mlua::Result<Vec<_>>>()?)?;
    Ok(layout)
}
