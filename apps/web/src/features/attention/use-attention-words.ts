import type { AttentionItem } from '@sightline/contracts/attention/attention';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration, formatShare } from '../../platform/i18n/format-number.ts';
import { formatSince, formatTime } from '../../platform/i18n/format-time.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { useWhy } from '../../ui/status/use-why.ts';

/** What something that needs somebody is called, and what is said of it. */
export interface AttentionWords {
  name: string;
  text: string;
  /** For how long it has been so, or when it was; empty where that says nothing. */
  when: string;
}

const nameOf = (item: AttentionItem): string => {
  if (item.kind === 'credential' || item.kind === 'receiver') return item.name;
  if (item.kind === 'dispatch') return translate('attention.dispatch.name', { number: item.number });
  return 'edgeName' in item ? item.edgeName : item.cameraName;
};

/** Names several cameras by one of them. */
const countOf = (item: AttentionItem): number =>
  item.kind === 'gap' || item.kind === 'recordingOff' ? item.cameraCount : 1;

type ItemOf<K extends AttentionItem['kind']> = Extract<AttentionItem, { kind: K }>;

/** What is said of each kind, in sentences; an empty one is left out. */
const useSentences = (): { [K in AttentionItem['kind']]: (item: ItemOf<K>, nowUtcMs: number) => string[] } => {
  const { t } = useTranslation();
  const why = useWhy();
  // The sentences of errors say what is so now; a gap is over.
  const gapCause = (code: ErrorCode): string => {
    const key = `recordings.cause.${code}`;
    const isShort: boolean = i18next.exists(key);
    return isShort ? `${t(key as 'recordings.cause.other')}.` : t(`errors.${code}`);
  };
  const cause = (code: ItemOf<'export'>['failure']): string => (code === null ? '' : t(`errors.${code}`));
  return {
    camera: ({ status }) => [`${t(`status.state.${status.state}`)}.`, why(status)],
    core: ({ status, cameraCount: count }) => [
      `${t(`status.state.${status.state}`)}.`,
      why(status),
      count > 0 ? t('attention.away', { count }) : '',
    ],
    gap: ({ cameraCount, fromUtcMs, toUtcMs, cause: code }) => [
      t(cameraCount > 1 ? 'attention.gapOfSeveral' : 'attention.gap', {
        duration: formatDuration(toUtcMs - fromUtcMs),
      }),
      gapCause(code),
    ],
    recordingOff: ({ cameraCount: count }) => [t('attention.recordingOff', { count })],
    overload: ({ behindCount: count, cpuShare, isOpen }) => [
      count > 0 ? t('attention.behind', { count }) : '',
      cpuShare === null
        ? ''
        : t(isOpen ? 'attention.busy' : 'attention.wasBusy', { share: leftToRight(formatShare(cpuShare)) }),
      t('attention.relieve'),
    ],
    storage: ({ fitsDays, retentionDays }) => [
      t('attention.storage', { count: Math.floor(fitsDays), wanted: formatCount(retentionDays) }),
      t('attention.makeRoom'),
    ],
    clock: ({ offsetMs }) => [
      t(offsetMs > 0 ? 'attention.clockAhead' : 'attention.clockBehind', { time: formatDuration(Math.abs(offsetMs)) }),
    ],
    notice: ({ code, count }) => [cause(code), count > 1 ? t('attention.times', { count }) : ''],
    export: ({ failure }) => [t('attention.exportFailed'), cause(failure)],
    credential: ({ of, expiresAtUtcMs }, nowUtcMs) => {
      const time = formatTime(expiresAtUtcMs, ownZone(), 'full');
      return [t(expiresAtUtcMs <= nowUtcMs ? `attention.${of}.expired` : `attention.${of}.expires`, { time })];
    },
    dispatch: ({ problem }) => [t(`attention.dispatch.${problem}`)],
    receiver: ({ isOff, isService }) => [
      t(`attention.receiver.${isOff ? (isService ? 'serviceOff' : 'off') : 'failing'}`),
    ],
  };
};

const whenOf = (item: AttentionItem, nowUtcMs: number): string => {
  const isLasting = item.isOpen && (item.kind === 'receiver' || item.kind === 'dispatch');
  if (item.kind === 'camera' || item.kind === 'core' || isLasting) return formatDuration(nowUtcMs - item.atUtcMs);
  if (item.isOpen || item.kind === 'credential') return '';
  return formatSince(item.kind === 'gap' ? item.fromUtcMs : item.atUtcMs, nowUtcMs, item.timeZone ?? ownZone());
};

/** Says in plain words what is wrong and what to do. */
export const useAttentionWords = (): ((item: AttentionItem, nowUtcMs: number) => AttentionWords) => {
  const { t } = useTranslation();
  const sentences = useSentences();
  return (item, nowUtcMs) => {
    const others = countOf(item) - 1;
    const say = sentences[item.kind] as (item: AttentionItem, nowUtcMs: number) => string[];
    return {
      name: others > 0 ? t('attention.andOthers', { name: nameOf(item), count: others }) : nameOf(item),
      text: say(item, nowUtcMs)
        .filter((part) => part !== '')
        .join(' '),
      when: whenOf(item, nowUtcMs),
    };
  };
};
