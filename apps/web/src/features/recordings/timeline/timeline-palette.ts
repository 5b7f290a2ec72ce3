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

/** Reads the tokens where the element stands. */
export function readPalette(element: Element): TimelinePalette {
  const style = getComputedStyle(element);
  const palette = Object.entries(names).map(([key, name]) => [key, style.getPropertyValue(name).trim()]);
  return Object.fromEntries(palette) as unknown as TimelinePalette;
}
