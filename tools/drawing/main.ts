import { openTree } from '../arch/tree.ts';
import { folderImports } from './folder-imports.ts';
import { drawImports } from './imports-drawing.ts';

/** Writes the imports among the folders of each program as an SVG to the standard output; `[FOLDER]`: another checkout. */
const tree = openTree(process.argv[2] ?? process.cwd());
const programs = ['apps/server', 'apps/edge', 'apps/web'].map((program) => ({
  title: program,
  imports: folderImports(tree, program),
}));
process.stdout.write(drawImports(programs));
