import type { StreetMap } from '@sightline/contracts/street-map/street-map';

const maxParts = 8;
const maxChars = 200;
const anchor = /<a\s[^>]*?href\s*=\s*["']?(https?:\/\/[^"'\s>]{1,500})["']?[^>]*>([\s\S]*?)<\/a>/gi;
const entities: Readonly<Record<string, string>> = {
  '&copy;': '©',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#39;': "'",
};

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d{2,5});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&[a-z#0-9]+;/g, (entity) => entities[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxChars);

/** Whose data a map is, as its file says it: files have a piece of HTML for it, of which the words and the addresses are kept. */
export function mapAttribution(html: unknown): StreetMap['attribution'] {
  if (typeof html !== 'string') return [];
  const text = html.slice(0, 4000);
  const parts: StreetMap['attribution'] = [];
  let from = 0;
  const say = (words: string, url: string | null): void => {
    const said = plain(words);
    if (said !== '') parts.push({ text: said, url });
  };
  for (const match of text.matchAll(anchor)) {
    say(text.slice(from, match.index), null);
    say(match[2] ?? '', match[1] ?? null);
    from = match.index + match[0].length;
  }
  say(text.slice(from), null);
  return parts.slice(0, maxParts);
}
