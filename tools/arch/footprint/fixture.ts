import type { Tree } from '../tree.ts';

/** What a newcomer writes into a file that exists: lines after or before one line, or instead of it. */
interface Edit {
  file: string;
  /** A whole line that stands once in the file; with `…` at its end, the beginning of one. */
  after?: string;
  before?: string;
  instead?: string;
  lines: readonly string[];
}

/** A feature that was never built, as it would be added: its own files, and the lines in those that exist. */
export interface Fixture {
  /** Path → text. */
  files: ReadonlyMap<string, string>;
  edits: readonly Edit[];
}

/** What the feature makes of the files that exist. */
export interface AppliedEdits {
  /** Path → text as it is with the feature. */
  texts: ReadonlyMap<string, string>;
  /** Edits that do not apply, with why. */
  refused: readonly { file: string; why: string }[];
}

export const fixtureFolder = 'tools/arch/footprint/beacons/';
export const editsPath = `${fixtureFolder}edits.json`;
const newFiles = `${fixtureFolder}new/`;

/** Reads the fixture of a checkout. Its files end in `.txt`, so that nobody takes them for the product. */
export const readFixture = (tree: Tree): Fixture => ({
  files: new Map(
    tree
      .files()
      .filter((path) => path.startsWith(newFiles))
      .map((path) => [path.slice(newFiles.length, -'.txt'.length), tree.read(path)]),
  ),
  edits: tree.has(editsPath) ? (JSON.parse(tree.read(editsPath)) as Edit[]) : [],
});

const isAnchor = (line: string, anchor: string): boolean =>
  anchor.endsWith('…') ? line.startsWith(anchor.slice(0, -1)) : line === anchor;

/** The text with the edit; a sentence where it does not apply. */
function applyEdit(text: string, { after, before, instead, lines }: Edit): { text: string } | { why: string } {
  const anchor = after ?? before ?? instead ?? '';
  const all = text.split('\n');
  const places = all.flatMap((line, index) => (isAnchor(line, anchor) ? [index] : []));
  const [place = 0] = places;
  if (places.length !== 1) return { why: `the line "${anchor.trim()}" stands there ${String(places.length)} times` };
  all.splice(after === undefined ? place : place + 1, instead === undefined ? 0 : 1, ...lines);
  return { text: all.join('\n') };
}

/** Applies the edits, one after the other. */
export function applyEdits(tree: Tree, edits: readonly Edit[]): AppliedEdits {
  const texts = new Map<string, string>();
  const refused: { file: string; why: string }[] = [];
  for (const edit of edits) {
    const { file } = edit;
    const before = texts.get(file) ?? (tree.has(file) ? tree.read(file) : undefined);
    const after = before === undefined ? { why: 'the file is not there' } : applyEdit(before, edit);
    if ('why' in after) refused.push({ file, ...after });
    else texts.set(file, after.text);
  }
  return { texts, refused };
}
