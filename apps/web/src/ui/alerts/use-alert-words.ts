import type { AlertReason } from '@sightline/contracts/alert-rules/alert-rule';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { colourNames } from '@sightline/contracts/events/colour-names';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import type { CloseReason, Hindrance } from '@sightline/domain/rules/alert-effects';
import type { WatchHindrance } from '@sightline/domain/rules/watches/watched-rule';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount, formatLimit } from '../../platform/i18n/format-number.ts';

const seconds = [
  'stayS',
  'stayedInAllS',
  'absentS',
  'countedS',
  'followedWithinS',
  'stoppedS',
  'missingS',
  'stillS',
  'offlineS',
  'notRecordingS',
  'analysisOffS',
  'diskS',
  'clockS',
  'clockAheadS',
  'clockBehindS',
  'overloadS',
  'doorForcedS',
  'doorHeldS',
  'doorOpenS',
  'doorBlockedS',
  'unstableS',
  'coreAwayS',
  'coveredS',
  'blindedS',
  'movedS',
  'blurredS',
  'frozenS',
  'darkS',
  'weaponS',
  'flameS',
  'smokeS',
  'fallenS',
  'fightS',
  'bareHeadS',
  'noVestS',
  'bareHandS',
] as const;
const figures = [
  'count',
  'insideCount',
  'diskFreePercent',
  'cpuPercent',
  'peopleThrough',
  'peopleInView',
  'heightsApart',
  'degreesOff',
  'leastKmh',
  'measuredKmh',
  'movedCells',
  'shiftPercent',
  'camerasAway',
] as const;
const facts = ['appeared', 'disappeared', 'face', 'nobodyInView', 'noUniform'] as const;
const readings = [
  'plate',
  'plateNotOnList',
  'containerNumber',
  'uniform',
  'door',
  'tag',
  'expression',
  'disk',
] as const;
const parts = ['upperColour', 'lowerColour', 'bodyColour'] as const;
// A further one of the rules does not compile until it has its words.
const hindrances = Object.keys({
  schedule: true,
  disarmed: true,
  snoozed: true,
  muted: true,
  coolDown: true,
  lostAtLine: true,
  tooFewLooks: true,
  tooLittleInView: true,
  belowLimit: true,
  // The server's own.
  coreOffline: true,
  tooOld: true,
} satisfies Record<Hindrance | WatchHindrance, true>) as (Hindrance | WatchHindrance)[];
const closeReasons = Object.keys({
  over: true,
  scheduleOver: true,
  disarmed: true,
  blind: true,
  ruleChanged: true,
  ruleOff: true,
  cameraRemoved: true,
  coreRestarted: true,
} satisfies Record<CloseReason, true>) as CloseReason[];
const subjects = ['person', 'vehicle', 'animal'] as const;

const oneOf = <T extends string>(known: readonly T[], word: string): T | undefined => known.find((one) => one === word);

const inSeconds = formatLimit;

function withLimit(t: TFunction, reason: string, limit: string | null): string {
  return limit === null ? reason : t('alertWords.withLimit', { reason, limit, isolated: false });
}

/** One condition that was met, with the value that met it: "Stayed 12 sec, limit 10 sec". What a newer core says stands as it is. */
export function reasonText(
  t: TFunction,
  { what, value, limit, field }: Pick<AlertReason, 'what' | 'value' | 'limit' | 'field'>,
): string {
  const time = oneOf(seconds, what);
  if (time !== undefined && typeof value === 'number')
    return withLimit(
      t,
      t(`alertWords.reason.${time}`, { value: inSeconds(value) }),
      limit === null ? null : inSeconds(limit),
    );
  const figure = oneOf(figures, what);
  if (figure !== undefined && typeof value === 'number')
    return withLimit(
      t,
      t(`alertWords.reason.${figure}`, { value: formatCount(value) }),
      limit === null ? null : formatCount(limit),
    );
  const fact = oneOf(facts, what);
  if (fact !== undefined) return t(`alertWords.reason.${fact}`);
  if (what === 'crossed') return t(`alertWords.reason.${value === 'left' ? 'crossedLeft' : 'crossedRight'}`);
  const shown = typeof value === 'number' ? formatCount(value) : value;
  if (what === 'field' && field !== undefined)
    return withLimit(
      t,
      t('alertWords.reason.field', { field, value: shown }),
      limit === null ? null : formatCount(limit),
    );
  const reading = oneOf(readings, what);
  if (reading !== undefined) return t(`alertWords.reason.${reading}`, { value: shown });
  const part = oneOf(parts, what);
  const colour = oneOf(colourNames, shown);
  if (part !== undefined && colour !== undefined)
    return t(`alertWords.reason.${part}`, { value: t(`alertWords.colour.${colour}`) });
  const other = t('alertWords.reason.other', { what, value });
  // The list of all errors, to check the code by, is half as large as this page.
  return what === 'cause' ? t(`errors.${value}` as 'errors.internal', { defaultValue: other }) : other;
}

/** Whether a reason says more than the kind of its rule: "Appeared" below "Appearing" says nothing. */
export const saysMore = ({ what }: Pick<AlertReason, 'what'>): boolean => what !== 'appeared' && what !== 'disappeared';

/** Whom a condition was about: "Person, 0.83"; null when it was about no single one. */
export function subjectText(t: TFunction, { class: word, score }: Pick<AlertReason, 'class' | 'score'>): string | null {
  if (word === null) return null;
  const known = oneOf(subjects, word);
  const subject = known === undefined ? word : t(`alertWords.subject.${known}`);
  return score === null ? subject : t('alertWords.aboutOne', { subject, score: score.toFixed(2), isolated: false });
}

/** Why an alert ended; of what a newer core says, that it did. */
export function closeReasonText(t: TFunction, reason: string | null): string {
  const known = closeReasons.find((one) => one === reason);
  return t(`alertWords.closed.${known ?? 'other'}`);
}

const isKind = (kind: string): kind is RuleKind => kind in ruleKinds;

/** What rules and alerts are called on every screen: kinds, why one alerted, what kept it from alerting. */
export function useAlertWords() {
  const { t } = useTranslation();
  return {
    kind: (kind: string): string => (isKind(kind) ? t(`alertWords.kind.${kind}`) : kind),
    reason: (reason: Pick<AlertReason, 'what' | 'value' | 'limit' | 'field'>): string => reasonText(t, reason),
    /** Whom a reason is about; null when no single one. */
    subject: (reason: Pick<AlertReason, 'class' | 'score'>): string | null => subjectText(t, reason),
    closed: (reason: string | null): string => closeReasonText(t, reason),
    hindrance: (hindrance: string): string => {
      const known = oneOf(hindrances, hindrance);
      return known === undefined ? t('alertWords.hindrance.other', { hindrance }) : t(`alertWords.hindrance.${known}`);
    },
  };
}
