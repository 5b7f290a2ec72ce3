export interface TextBlock {
  kind: 'heading' | 'paragraph';
  /** Number of its first line, from 0. */
  line: number;
  text: string;
}

/** A plain text as it is drawn: empty lines part paragraphs, a line that begins with `#` is a heading. Nothing in it is markup. */
export const blocksOf = (text: string): TextBlock[] => {
  const blocks: TextBlock[] = [];
  let isOpen = false;
  for (const [number, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const heading = /^#+\s*(.+)$/.exec(line)?.[1];
    const last = blocks.at(-1);
    if (heading !== undefined) blocks.push({ kind: 'heading', line: number, text: heading });
    else if (line !== '' && isOpen && last !== undefined) last.text += `\n${line}`;
    else if (line !== '') blocks.push({ kind: 'paragraph', line: number, text: line });
    isOpen = line !== '' && heading === undefined;
  }
  return blocks;
};
