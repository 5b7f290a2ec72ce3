import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import { crossesItself } from '@sightline/domain/cameras/polygon';
import { isStreamAddress } from '@sightline/domain/cameras/stream-address';
import { uncovers } from '@sightline/domain/cameras/uncovering';
import { hoursOverlap } from '@sightline/domain/cameras/weekly-hours';
import { degreesOf } from '../../../platform/geo/degrees.ts';
import { isRetention } from '../streams/stream-values.ts';
import type { CameraDraft } from './camera-draft.ts';
import type { EditTab } from './edit-tabs.ts';

/** What keeps a draft from being saved: the key of its text, and where it is repaired. */
export type Problem =
  | 'nameMissing'
  | 'siteMissing'
  | 'coordinateWrong'
  | 'mainWrong'
  | 'subWrong'
  | 'passwordNeeded'
  | 'onvifWrong'
  | 'retentionWrong'
  | 'smartRetentionWrong'
  | 'rollWrong'
  | 'scheduleOverlaps'
  | 'spanBackwards'
  | 'areaNameMissing'
  | 'areaCrosses'
  | 'hiddenNameMissing'
  | 'hiddenCrosses'
  | 'hidesLess'
  | 'assetNameMissing'
  | 'webPortWrong';

/** Where each problem is repaired. */
export const tabOf: Record<Problem, EditTab> = {
  nameMissing: 'general',
  siteMissing: 'general',
  coordinateWrong: 'general',
  mainWrong: 'streams',
  subWrong: 'streams',
  passwordNeeded: 'streams',
  onvifWrong: 'network',
  retentionWrong: 'recording',
  smartRetentionWrong: 'recording',
  rollWrong: 'recording',
  scheduleOverlaps: 'recording',
  spanBackwards: 'recording',
  areaNameMissing: 'zones',
  areaCrosses: 'zones',
  hiddenNameMissing: 'privacy',
  hiddenCrosses: 'privacy',
  hidesLess: 'privacy',
  assetNameMissing: 'assets',
  webPortWrong: 'network',
};

const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;
const isPort = (text: string): boolean => /^\d{1,5}$/.test(text.trim()) && isWhole(Number(text), 1, 65_535);
const isBlank = (text: string): boolean => text.trim() === '';
const anyCrosses = (areas: readonly PicturePolygon[]): boolean => areas.some(crossesItself);
const points = (area: { points: PicturePolygon }): PicturePolygon => area.points;

const isWrongPlace = ({ lat, lon }: CameraDraft['place']): boolean =>
  !(isBlank(lat) && isBlank(lon)) && (degreesOf(lat, 90) === null || degreesOf(lon, 180) === null);

/** Saving an account replaces its password as well: an empty one means the stored one only for the account that it was stored for. */
const needsPassword = ({ username, password }: CameraDraft['account'], storedFor: string | null): boolean =>
  storedFor !== null && password === '' && username !== '' && username !== storedFor;

/**
 * Everything that is wrong with a draft. `hidden`: what must stay hidden, because who edits may not see it; null for
 * everybody else. `storedFor`: the account whose password is stored; null without one.
 */
export function problemsOf(
  draft: CameraDraft,
  hidden: PrivacySettings | null,
  storedFor: string | null = null,
): Problem[] {
  const { recording, analysis, privacy, onvif } = draft;
  const checks: Record<Problem, boolean> = {
    nameMissing: isBlank(draft.name),
    siteMissing: draft.locationId === '',
    coordinateWrong: isWrongPlace(draft.place),
    mainWrong: !isStreamAddress(draft.main.url.trim()),
    subWrong: draft.sub !== null && !isStreamAddress(draft.sub.url.trim()),
    passwordNeeded: needsPassword(draft.account, storedFor),
    onvifWrong: !isBlank(onvif.host) && (!/^[A-Za-z0-9._:[\]-]+$/.test(onvif.host.trim()) || !isPort(onvif.port)),
    retentionWrong: !isRetention(draft.retentionDays),
    smartRetentionWrong: !isWhole(recording.smartStorage.retentionDays, 1, 3650),
    rollWrong: !isWhole(recording.preRollS, 0, 30) || !isWhole(recording.postRollS, 1, 300),
    scheduleOverlaps: hoursOverlap(recording.schedule),
    spanBackwards: recording.schedule.some(({ fromMinute, toMinute }) => fromMinute >= toMinute),
    areaNameMissing: analysis.definedZones.some(({ name }) => isBlank(name)),
    areaCrosses: anyCrosses([...analysis.zones, ...analysis.zonesExclude, ...analysis.definedZones.map(points)]),
    hiddenNameMissing: privacy.definedZones.some(({ name }) => isBlank(name)),
    hiddenCrosses: anyCrosses([...privacy.zones, ...privacy.definedZones.map(points)]),
    hidesLess: hidden !== null && uncovers(hidden, privacy),
    assetNameMissing: draft.cameraAssets.some(({ name }) => isBlank(name)),
    webPortWrong: !isWhole(draft.vpnConfiguration.port, 1, 65_535),
  };
  return (Object.keys(checks) as Problem[]).filter((problem) => checks[problem]);
}
