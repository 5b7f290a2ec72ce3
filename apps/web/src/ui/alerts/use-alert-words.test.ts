import { beforeAll, expect, it } from 'vitest';
import i18next, { type TFunction } from 'i18next';
import { closeReasonText, reasonText, saysMore, subjectText } from './use-alert-words.ts';
import { texts } from '../../platform/i18n/locales/en.ts';

let t: TFunction;

beforeAll(async () => {
  t = await i18next.createInstance().init({ lng: 'en', resources: { en: { translation: texts } } });
});

it.each([
  [{ what: 'stayS', value: 12, limit: 10 }, 'Stayed 12 sec, limit 10 sec'],
  [{ what: 'followedWithinS', value: 2.46, limit: 3 }, 'Followed after 2.5 sec, limit 3 sec'],
  [{ what: 'stayS', value: 0.5, limit: 0.5 }, 'Stayed 0.5 sec, limit 0.5 sec'],
  [{ what: 'stayS', value: 95, limit: null }, 'Stayed 1 min 35 sec'],
  [{ what: 'count', value: 4, limit: 3 }, '4 at once, limit 3'],
  [{ what: 'leastKmh', value: 41.5, limit: 30 }, 'At least 41.5 km/h, limit 30'],
  [{ what: 'crossed', value: 'left', limit: null }, 'Crossed the line to the left'],
  [{ what: 'appeared', value: 'zone', limit: null }, 'Appeared'],
  [{ what: 'offlineS', value: 61, limit: 60 }, 'Offline for 1 min 1 sec, limit 1 min'],
  [{ what: 'camerasAway', value: 12, limit: null }, 'Cameras affected: 12'],
  [{ what: 'cause', value: 'nothing_known', limit: null }, 'cause: nothing_known'],
  [{ what: 'tag', value: 'Gate opened', limit: null }, 'Event: Gate opened'],
  [{ what: 'field', field: 'people', value: 4, limit: 2 }, 'people: 4, limit 2'],
  [{ what: 'field', field: 'badge', value: 'B-17', limit: null }, 'badge: B-17'],
  [{ what: 'plate', value: 'AB12345', limit: null }, 'Licence plate AB12345'],
  [{ what: 'face', value: 2, limit: 2 }, 'A face in view'],
  [{ what: 'upperColour', value: 'red', limit: null }, 'Red above the waist'],
  [{ what: 'upperColour', value: 'mauve', limit: null }, 'upperColour: mauve'],
  [{ what: 'somethingNew', value: 'seen', limit: null }, 'somethingNew: seen'],
  [{ what: 'stayS', value: 'unknown', limit: null }, 'stayS: unknown'],
])('says why a rule alerted: %j', (reason, said) => {
  expect(reasonText(t, reason)).toBe(said);
});

it.each([
  [{ class: null, score: null }, null],
  [{ class: 'person', score: null }, 'Person'],
  [{ class: 'person', score: 0.826 }, 'Person, 0.83'],
  [{ class: 'robot', score: 0.5 }, 'robot, 0.50'],
])('says whom it was about: %j', (about, said) => {
  expect(subjectText(t, about)).toBe(said);
});

it.each([
  ['over', 'No longer the case'],
  ['ruleOff', 'The rule was turned off or deleted'],
  ['cameraRemoved', 'The camera was removed'],
  ['coreRestarted', 'The core restarted'],
  ['somethingNew', 'Ended'],
  [null, 'Ended'],
])('says why an alert ended: %s', (reason, said) => {
  expect(closeReasonText(t, reason)).toBe(said);
});

it.each([
  ['appeared', false],
  ['disappeared', false],
  ['stayS', true],
  ['somethingNew', true],
])('knows whether a reason says more than its kind: %s', (what, says) => {
  expect(saysMore({ what })).toBe(says);
});
