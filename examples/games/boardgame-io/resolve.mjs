// Lets games say `import … from 'boardgame.io/core'`, as boardgame.io's manual has it.
//
// That is a folder, which bundlers take and Node does not. All games get the one boardgame.io of this folder.
export function resolve(specifier, context, next) {
  const part = /^boardgame\.io\/(\w+)$/.exec(specifier);
  if (!part) return next(specifier, context);
  return next(`boardgame.io/dist/cjs/${part[1]}.js`, { ...context, parentURL: import.meta.url });
}
