/** Colours of the timeline in the theme now. */
export interface TimelinePalette {
  track: string;
  recorded: string;
  motion: string;
  gap: string;
  gapLine: string;
  future: string;
  tick: string;
  line: string;
  text: string;
  text2: string;
  gapText: string;
  playhead: string;
  accent: string;
  surface: string;
  font: string;
}

const names: Record<keyof TimelinePalette, string> = {
  track: '--s-tl-bg',
  recorded: '--s-tl-recorded',
  motion: '--s-tl-motion',
  gap: '--s-tl-gap',
  gapLine: '--s-tl-gap-line',
  future: '--s-tl-future',
  tick: '--s-line-strong',
  line: '--s-line',
  text: '--s-text',
  text2: '--s-text-2',
  gapText: '--s-bad-text',
  playhead: '--s-tl-playhead',
  accent: '--s-accent-line',
  surface: '--s-surface',
  font: '--s-font',
};

/** What was read last, and for what. Asking the browser for styles in the middle of a drag makes it reckon all of them. */
const known = new WeakMap<Element, { theme: string | undefined; readMs: number; values: Map<string, string> }>();

/** Whatever else changes colours, like a wish for more contrast, is seen this soon. */
const freshMs = 1_000;

/** Values of design tokens where an element stands, in the theme now. */
export function tokensOf(element: Element): (name: string) => string {
  const theme = document.documentElement.dataset.mantineColorScheme;
  const nowMs = performance.now();
  const before = known.get(element);
  const kept =
    before !== undefined && before.theme === theme && nowMs - before.readMs < freshMs
      ? before
      : { theme, readMs: nowMs, values: new Map<string, string>() };
  if (kept !== before) known.set(element, kept);
  return (name) => {
    const value = kept.values.get(name) ?? getComputedStyle(element).getPropertyValue(name).trim();
    kept.values.set(name, value);
    return value;
  };
}

/** Reads the tokens where the element stands. */
export function readPalette(element: Element): TimelinePalette {
  const token = tokensOf(element);
  return Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, token(name)]),
  ) as unknown as TimelinePalette;
}
