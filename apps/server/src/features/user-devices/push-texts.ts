/** As RFC 8030 has it. */
export type PushUrgency = 'low' | 'normal' | 'high';

/** What a browser shows: the form that its service worker reads. `tag`: a later one with the same takes its place. */
export interface PushMessage {
  /** How soon its push service brings it to a device that rests; `high` unless it says otherwise. */
  urgency?: PushUrgency;
  title: string;
  body: string;
  path: string;
  tag: string;
  lang: 'en' | 'he';
  dir: 'ltr' | 'rtl';
}

/** Something to tell people, in every language; `path` is the screen that shows it. */
export interface Notice {
  texts: Record<'en' | 'he', { title: string; body: string }>;
  path: string;
  tag: string;
}

const shownAtMost = 4;

const texts = {
  en: {
    many: (count: number) => `${count} notifications`,
    more: (count: number) => `and ${count} more`,
    test: { title: 'Test notification', body: 'Notifications work in this browser.' },
  },
  he: {
    many: (count: number) => (count === 2 ? 'שתי הודעות' : `${count} הודעות`),
    more: (count: number) => `ועוד ${count}`,
    test: { title: 'הודעת ניסיון', body: 'הודעות הדחיפה פועלות בדפדפן הזה.' },
  },
} as const;

const written = (lang: 'en' | 'he') => ({ lang, dir: lang === 'he' ? ('rtl' as const) : ('ltr' as const) });

/** One message of everything that waited. */
export function messageOf(notices: readonly Notice[], lang: 'en' | 'he'): PushMessage {
  const [first] = notices;
  if (first && notices.length === 1)
    return { ...first.texts[lang], path: first.path, tag: first.tag, ...written(lang) };
  const lines = notices.slice(0, shownAtMost).map((notice) => notice.texts[lang].body);
  const left = notices.length - lines.length;
  const path = notices.every((notice) => notice.path === first?.path) ? (first?.path ?? '/') : '/';
  const body = [...lines, ...(left > 0 ? [texts[lang].more(left)] : [])].join('\n');
  return { title: texts[lang].many(notices.length), body, path, tag: 'several', ...written(lang) };
}

export const testMessage = (lang: 'en' | 'he'): PushMessage => ({
  ...texts[lang].test,
  path: '/account/devices',
  tag: 'test',
  ...written(lang),
});
