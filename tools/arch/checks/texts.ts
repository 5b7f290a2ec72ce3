import type { Check } from '../check.ts';

/** Spelled in pieces so that this file does not find itself. */
const unwanted: [RegExp, string][] = [
  [
    new RegExp(`(?<![\\w.])/(${['work', 'root'].join('|')})/[\\w.]`),
    'Names a folder of one machine. Use a path relative to the checkout.',
  ],
  [new RegExp(`(?<![\\w.])/home/[a-z]+/`), "Names somebody's home folder."],
  [new RegExp(`/tmp/(${['brief', 'h', 'heavy'].join('|')})\\b`), 'Names a folder of one machine.'],
  [
    new RegExp(
      `\\b(${['clau' + 'de', 'chat' + 'gpt', 'open' + 'ai', 'anthro' + 'pic', 'copi' + 'lot', 'L' + 'LM'].join('|')})\\b`,
      'i',
    ),
    'Says who wrote it; the tree says only what it is.',
  ],
  [
    new RegExp(
      `\\b(AI[- ](?:gener|assis|writ)\\w*|${'gener' + 'ated by (an? )?(AI|agent)'}|${'sub' + '-?agents?'}|${'help' + 'er [A-H]'})\\b`,
    ),
    'Says how it came about; the tree says only what it is.',
  ],
  [/\b(TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))/, 'Finish it, or open an issue and write TODO(#number).'],
  [/\bcoming soon\b/i, 'Show what works, hide what does not.'],
];

const readable = /\.(ts|tsx|js|mjs|json|md|css|sql|html|sh|yml|yaml)$|^sightline$|^\.ci\//;
const skipped = /^(package-lock\.json|tools\/arch\/checks\/texts(\.test)?\.ts|LICENSE)$/;

/** What is committed speaks about the product, not about how or where it was made. */
export const texts: Check = {
  name: 'texts',
  run: (tree) =>
    tree
      .files(readable)
      .filter((path) => !skipped.test(path))
      .flatMap((path) =>
        tree
          .read(path)
          .split('\n')
          .flatMap((line, index) =>
            unwanted.filter(([pattern]) => pattern.test(line)).map(([, say]) => ({ at: `${path}:${index + 1}`, say })),
          ),
      ),
};
