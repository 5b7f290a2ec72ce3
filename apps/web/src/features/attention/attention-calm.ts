import type { AttentionList } from '@sightline/contracts/attention/attention';

/** What may be said where none of what needs somebody is shown: health only where nothing was left out. */
export const calmOf = ({
  items,
  waitingCount,
  unknownCount,
}: Pick<AttentionList, 'items' | 'waitingCount' | 'unknownCount'>):
  | 'none'
  | 'noneButWaiting'
  | 'noneKnown'
  | 'noneChosen' => {
  if (items.length > 0) return 'noneChosen';
  if (waitingCount > 0) return 'noneButWaiting';
  return unknownCount > 0 ? 'noneKnown' : 'none';
};
