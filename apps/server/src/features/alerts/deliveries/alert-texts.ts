import type { AlertReason } from '@sightline/contracts/alert-rules/alert-rule';
import { colourName, type ColourName } from '@sightline/contracts/events/event';
import { durationIn } from '@sightline/domain/texts/duration';
import { isolate, valueIn } from '@sightline/domain/texts/isolate';
import { clockOfZone } from '@sightline/domain/time/zone-names';

type Lang = 'en' | 'he';

/** What is said of one alert to somebody who is not looking. */
export interface ToldAlert {
  ruleName: string;
  cameraName: string;
  locationName: string;
  timeZone: string;
  openedAt: Date;
  why: readonly AlertReason[];
  /** Who took it and did nothing about it; null: nobody. */
  lapsedByName: string | null;
}

/** Reasons as the screens word them. */
export const reasonWords = {
  en: {
    stayS: (value: string) => `Stayed ${value}`,
    stayedInAllS: (value: string) => `Stayed ${value} altogether`,
    count: (value: string) => `${value} at once`,
    insideCount: (value: string) => `${value} inside by the lines`,
    absentS: (value: string) => `Nobody there for ${value}`,
    countedS: (value: string) => `So many for ${value}`,
    crossedLeft: () => 'Crossed the line to the left',
    crossedRight: () => 'Crossed the line to the right',
    appeared: () => 'Appeared',
    disappeared: () => 'Disappeared',
    followedWithinS: (value: string) => `Followed after ${value}`,
    heightsApart: (value: string) => `${value} body heights apart`,
    degreesOff: (value: string) => `${value}° off the allowed direction`,
    stoppedS: (value: string) => `Stopped for ${value}`,
    leastKmh: (value: string) => `At least ${value} km/h`,
    measuredKmh: (value: string) => `Measured ${value} km/h`,
    missingS: (value: string) => `Gone for ${value}`,
    stillS: (value: string) => `No movement for ${value}`,
    movedCells: (value: string) => `Motion in ${value} cells of the picture`,
    coveredS: (value: string) => `Covered for ${value}`,
    blindedS: (value: string) => `Blinded for ${value}`,
    movedS: (value: string) => `Showing another view for ${value}`,
    blurredS: (value: string) => `Blurred for ${value}`,
    frozenS: (value: string) => `Frozen picture for ${value}`,
    darkS: (value: string) => `Dark or covered for ${value}`,
    shiftPercent: (value: string) => `View shifted by ${value}%`,
    weaponS: (value: string) => `A weapon in view for ${value}`,
    flameS: (value: string) => `Flames for ${value}`,
    smokeS: (value: string) => `Smoke for ${value}`,
    fallenS: (value: string) => `Lying on the ground for ${value}`,
    fightS: (value: string) => `A fight for ${value}`,
    bareHeadS: (value: string) => `No helmet for ${value}`,
    noVestS: (value: string) => `No vest for ${value}`,
    bareHandS: (value: string) => `No gloves for ${value}`,
    plate: (value: string) => `Licence plate ${value}`,
    plateNotOnList: (value: string) => `Licence plate ${value} isn't on the list`,
    containerNumber: (value: string) => `Container ${value}`,
    face: () => 'A face in view',
    upperColour: (value: string) => `${value} above the waist`,
    lowerColour: (value: string) => `${value} below the waist`,
    bodyColour: (value: string) => value,
    offlineS: (value: string) => `Offline for ${value}`,
    notRecordingS: (value: string) => `Not recording for ${value}`,
    analysisOffS: (value: string) => `Not analysed for ${value}`,
    unstableS: (value: string) => `Connection unstable for ${value}`,
    coreAwayS: (value: string) => `Core offline for ${value}`,
    camerasAway: (value: string) => `Cameras affected: ${value}`,
    diskS: (value: string) => `Disk nearly full for ${value}`,
    diskFreePercent: (value: string) => `${value}% of the disk is free`,
    disk: (value: string) => `Disk ${value}`,
    clockS: (value: string) => `Clock wrong for ${value}`,
    clockAheadS: (value: string) => `Clock ahead by ${value}`,
    clockBehindS: (value: string) => `Clock behind by ${value}`,
    overloadS: (value: string) => `Processor overloaded for ${value}`,
    doorForcedS: (value: string) => `Door forced open for ${value}`,
    doorHeldS: (value: string) => `Door held open for ${value}`,
    doorOpenS: (value: string) => `Door open for ${value}`,
    doorBlockedS: (value: string) => `Door blocked for ${value}`,
    cpuPercent: (value: string) => `${value}% of the processor is busy`,
    peopleThrough: (value: string) => `${value} went in`,
    peopleInView: (value: string) => `${value} in view`,
    nobodyInView: () => 'Nobody in view',
    uniform: (value: string) => `Wears ${value}`,
    noUniform: () => 'Wears none of the uniforms',
    door: (value: string) => `Door: ${value}`,
    tag: (value: string) => `Event: ${value}`,
    field: (value: string, field = '{{field}}') => `${field}: ${value}`,
    expression: (value: string) => `Matched: ${value}`,
  },
  he: {
    stayS: (value: string) => `שהייה של ${value}`,
    stayedInAllS: (value: string) => `שהייה של ${value} בסך הכול`,
    count: (value: string) => `${value} בו־זמנית`,
    insideCount: (value: string) => `${value} בפנים לפי הקווים`,
    absentS: (value: string) => `המקום ריק כבר ${value}`,
    countedS: (value: string) => `מספר כזה כבר ${value}`,
    crossedLeft: () => 'חציית הקו שמאלה',
    crossedRight: () => 'חציית הקו ימינה',
    appeared: () => 'הופעה',
    disappeared: () => 'היעלמות',
    followedWithinS: (value: string) => `מעבר נוסף אחרי ${value}`,
    heightsApart: (value: string) => `מרחק של ${value} גבהי אדם`,
    degreesOff: (value: string) => `סטייה של ${value}° מהכיוון המותר`,
    stoppedS: (value: string) => `עצירה של ${value}`,
    leastKmh: (value: string) => `לפחות ${value} קמ״ש`,
    measuredKmh: (value: string) => `נמדדו ${value} קמ״ש`,
    missingS: (value: string) => `חסר כבר ${value}`,
    stillS: (value: string) => `ללא תנועה כבר ${value}`,
    movedCells: (value: string) => `תנועה ב־${value} תאים בתמונה`,
    coveredS: (value: string) => `המצלמה מכוסה כבר ${value}`,
    blindedS: (value: string) => `המצלמה מסונוורת כבר ${value}`,
    movedS: (value: string) => `המצלמה מראה מקום אחר כבר ${value}`,
    blurredS: (value: string) => `התמונה מטושטשת כבר ${value}`,
    frozenS: (value: string) => `התמונה קפואה כבר ${value}`,
    darkS: (value: string) => `חושך או כיסוי כבר ${value}`,
    shiftPercent: (value: string) => `התמונה זזה ב־${value}%`,
    weaponS: (value: string) => `נשק בתמונה כבר ${value}`,
    flameS: (value: string) => `להבות כבר ${value}`,
    smokeS: (value: string) => `עשן כבר ${value}`,
    fallenS: (value: string) => `שכיבה על הרצפה כבר ${value}`,
    fightS: (value: string) => `קטטה כבר ${value}`,
    bareHeadS: (value: string) => `ללא קסדה כבר ${value}`,
    noVestS: (value: string) => `ללא אפוד כבר ${value}`,
    bareHandS: (value: string) => `ללא כפפות כבר ${value}`,
    plate: (value: string) => `לוחית רישוי ${value}`,
    plateNotOnList: (value: string) => `לוחית רישוי ${value} אינה ברשימה`,
    containerNumber: (value: string) => `מכולה ${value}`,
    face: () => 'פנים בתמונה',
    upperColour: (value: string) => `${value} בפלג הגוף העליון`,
    lowerColour: (value: string) => `${value} בפלג הגוף התחתון`,
    bodyColour: (value: string) => value,
    offlineS: (value: string) => `ניתוק של ${value}`,
    notRecordingS: (value: string) => `ללא הקלטה כבר ${value}`,
    analysisOffS: (value: string) => `ללא ניתוח תמונה כבר ${value}`,
    unstableS: (value: string) => `חיבור לא יציב כבר ${value}`,
    coreAwayS: (value: string) => `הליבה מנותקת כבר ${value}`,
    camerasAway: (value: string) => `מצלמות מושפעות: ${value}`,
    diskS: (value: string) => `הדיסק כמעט מלא כבר ${value}`,
    diskFreePercent: (value: string) => `${value}% מהדיסק פנויים`,
    disk: (value: string) => `דיסק ${value}`,
    clockS: (value: string) => `השעון שגוי כבר ${value}`,
    clockAheadS: (value: string) => `השעון מקדים ב־${value}`,
    clockBehindS: (value: string) => `השעון מפגר ב־${value}`,
    overloadS: (value: string) => `המעבד בעומס כבר ${value}`,
    doorForcedS: (value: string) => `הדלת נפרצה ופתוחה כבר ${value}`,
    doorHeldS: (value: string) => `הדלת נשארה פתוחה ${value}`,
    doorOpenS: (value: string) => `הדלת פתוחה כבר ${value}`,
    doorBlockedS: (value: string) => `הדלת חסומה כבר ${value}`,
    cpuPercent: (value: string) => `עומס מעבד של ${value}%`,
    peopleThrough: (value: string) => `${value} נכנסו`,
    peopleInView: (value: string) => `${value} בתמונה`,
    nobodyInView: () => 'אין אף אחד בתמונה',
    uniform: (value: string) => `מדים: ${value}`,
    noUniform: () => 'ללא אף אחד מהמדים',
    door: (value: string) => `דלת: ${value}`,
    tag: (value: string) => `אירוע: ${value}`,
    field: (value: string, field = '{{field}}') => `${field}: ${value}`,
    expression: (value: string) => `התאמה: ${value}`,
  },
} as const;

const words = {
  en: {
    withLimit: (reason: string, limit: string) => `${reason}, limit ${limit}`,
    since: (time: string) => `Since ${time}`,
    nobodyTook: (length: string) => `Nobody took it for ${length}`,
    nobodyTookAny: (length: string) => `Nobody took them for ${length}`,
    lapsed: (name: string) => `Back in the queue: ${name} took it and did nothing more`,
    lapsedOfYours: 'Back in the queue: you took this alert, and nothing more was done about it',
    several: (count: number, place: string) => `${count} alerts from ${place}`,
    more: (count: number, place: string) => `${count} more from ${place} in the last minute`,
    flood: (count: number, place: string) =>
      count === 1 ? `1 more alert from ${place}` : `${count} more alerts from ${place}`,
    collapsed: 'Too many at once: collapsed in the queue',
    open: 'Open the alert',
    openQueue: 'Open the alerts',
    footnote: 'You get this e-mail because an alert rule names you.',
  },
  he: {
    withLimit: (reason: string, limit: string) => `${reason}, סף ${limit}`,
    since: (time: string) => `מאז ${time}`,
    nobodyTook: (length: string) => `ללא טיפול כבר ${length}`,
    nobodyTookAny: (length: string) => `ללא טיפול כבר ${length}`,
    lapsed: (name: string) => `חזרה לתור: ההתראה אצל ${name} נשארה ללא טיפול`,
    lapsedOfYours: 'חזרה לתור: ההתראה שלקחת נשארה ללא טיפול',
    several: (count: number, place: string) =>
      count === 2 ? `שתי התראות מהמקום ${place}` : `${count} התראות מהמקום ${place}`,
    more: (count: number, place: string) =>
      count === 1 ? `עוד התראה אחת מהמקום ${place} בדקה האחרונה` : `עוד ${count} התראות מהמקום ${place} בדקה האחרונה`,
    flood: (count: number, place: string) =>
      count === 1 ? `עוד התראה אחת מהמקום ${place}` : `עוד ${count} התראות מהמקום ${place}`,
    collapsed: 'רבות מדי בבת אחת: הן מקובצות בתור',
    open: 'פתיחת ההתראה',
    openQueue: 'פתיחת ההתראות',
    footnote: 'ההודעה נשלחה כי כלל התראה כולל אותך.',
  },
} as const;

/** The colours that reasons name, as the screens word them. */
export const colourWords: Record<Lang, Record<ColourName, string>> = {
  en: {
    black: 'Black',
    grey: 'Grey',
    white: 'White',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
    brown: 'Brown',
    beige: 'Beige',
  },
  he: {
    black: 'שחור',
    grey: 'אפור',
    white: 'לבן',
    red: 'אדום',
    orange: 'כתום',
    yellow: 'צהוב',
    green: 'ירוק',
    blue: 'כחול',
    purple: 'סגול',
    pink: 'ורוד',
    brown: 'חום',
    beige: 'בז׳',
  },
};

type ReasonWord = keyof (typeof reasonWords)['en'];

const isKnown = (what: string): what is ReasonWord => Object.hasOwn(reasonWords.en, what);

/** A value that is no number: a colour by its name, anything else as it stands. */
function textIn(lang: Lang, word: ReasonWord, value: string): string {
  const colour = word.endsWith('Colour') ? colourName.options.find((name) => name === value) : undefined;
  return colour === undefined ? isolate(value) : colourWords[lang][colour];
}

/** One condition that was met, in words; null for one that only a newer server words. */
export function reasonIn(lang: Lang, { what, value, limit, field }: AlertReason): string | null {
  const word = what === 'crossed' ? (value === 'left' ? 'crossedLeft' : 'crossedRight') : what;
  if (!isKnown(word)) return null;
  const isTime = word.endsWith('S');
  const shown = (figure: number): string =>
    isTime
      ? durationIn(lang, figure)
      : new Intl.NumberFormat(lang === 'he' ? 'he-IL' : 'en-GB', { maximumFractionDigits: 1 }).format(figure);
  const reason = reasonWords[lang][word](
    typeof value === 'number' ? shown(value) : textIn(lang, word, value),
    isolate(field ?? ''),
  );
  return limit === null || typeof value !== 'number' ? reason : words[lang].withLimit(reason, shown(limit));
}

/** By the clock of the site, which is named: who is told may be elsewhere. */
const timeOf = ({ openedAt, timeZone }: ToldAlert): string => clockOfZone(openedAt.getTime(), timeZone);

/** What of a notice stands before the reasons. */
interface NoticeTimes {
  /** It came late: since when it holds. */
  isLate: boolean;
  /** It is told to the next because nobody took it for so long; null: it is not. */
  waitedMs: number | null;
  /** They are too many to be told one by one. */
  isFlood: boolean;
}

const minutesIn = (lang: Lang, ms: number): string => durationIn(lang, Math.floor(ms / 60_000) * 60);

const waitedIn = (lang: Lang, { lapsedByName }: ToldAlert, waitedMs: number): string =>
  lapsedByName === null ? words[lang].nobodyTook(minutesIn(lang, waitedMs)) : words[lang].lapsed(isolate(lapsedByName));

/** What whoever took an alert is told when it is theirs no more. */
export const lapsedText = (lang: Lang, alert: ToldAlert): { title: string; body: string } => {
  const place = isolate(alert.cameraName || alert.locationName);
  return { title: alert.ruleName || place, body: [place, words[lang].lapsedOfYours].join(' · ') };
};

/** Why an alert was opened; where it is told late, since when it holds, and where nobody took it, for how long. */
const linesOf = (lang: Lang, alert: ToldAlert, { isLate, waitedMs }: Omit<NoticeTimes, 'isFlood'>): string[] => [
  ...(isLate ? [words[lang].since(valueIn(lang, timeOf(alert)))] : []),
  ...(waitedMs === null ? [] : [waitedIn(lang, alert, waitedMs)]),
  ...alert.why.flatMap((reason) => reasonIn(lang, reason) ?? []),
];

/** A few words for a lock screen: what, where, and why. */
export function shortText(
  lang: Lang,
  alert: ToldAlert,
  times: Omit<NoticeTimes, 'isFlood'>,
): { title: string; body: string } {
  const place = isolate(alert.cameraName || alert.locationName);
  return { title: alert.ruleName || place, body: [place, ...linesOf(lang, alert, times)].join(' · ') };
}

/** One text for several alerts of a place. `isMore`: others were told just before. `isLate`: they came late, and still hold. */
export function severalText(
  lang: Lang,
  alerts: readonly [ToldAlert, ...ToldAlert[]],
  { isMore, isLate, isFlood, waitedMs }: NoticeTimes & { isMore: boolean },
): { title: string; body: string } {
  const [first] = alerts;
  const isOneCamera = alerts.every(({ cameraName }) => cameraName === first.cameraName);
  const place = isolate((isOneCamera && first.cameraName) || first.locationName);
  const since = words[lang].since(valueIn(lang, timeOf(first)));
  const rules = [...new Set(alerts.map(({ ruleName }) => ruleName).filter((name) => name !== ''))].slice(0, 4);
  const waited = waitedMs === null ? [] : [words[lang].nobodyTookAny(minutesIn(lang, waitedMs))];
  const collapsed = isFlood ? [words[lang].collapsed] : [];
  const body = [...collapsed, ...(isLate ? [since] : []), ...waited, ...rules].join('\n');
  return { title: words[lang][isFlood ? 'flood' : isMore ? 'more' : 'several'](alerts.length, place), body };
}

/** What a mail about alerts says, in its parts. */
export function mailParts(
  lang: Lang,
  alerts: readonly [ToldAlert, ...ToldAlert[]],
  { isMore, ...times }: NoticeTimes & { isMore: boolean },
): { title: string; paragraphs: string[]; label: string; footnote: string } {
  const { open, openQueue, footnote } = words[lang];
  const [first] = alerts;
  if (alerts.length === 1 && !isMore && !times.isFlood) {
    const { ruleName, cameraName, locationName } = first;
    const place = [cameraName, locationName, timeOf(first)].filter((part) => part !== '');
    const title = valueIn(lang, ruleName || cameraName || locationName);
    const paragraphs = [place.map((part) => valueIn(lang, part)).join(' · '), ...linesOf(lang, first, times)];
    return { title, paragraphs, label: open, footnote };
  }
  const { isLate } = times;
  const { title } = severalText(lang, alerts, { isMore, ...times });
  const timeIn = (alert: ToldAlert): string => valueIn(lang, timeOf(alert));
  const paragraphs = alerts.map((alert) =>
    [
      isLate ? words[lang].since(timeIn(alert)) : timeIn(alert),
      valueIn(lang, alert.ruleName),
      valueIn(lang, alert.cameraName),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  );
  return { title, paragraphs, label: openQueue, footnote };
}
