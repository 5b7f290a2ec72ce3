import type { AttentionList } from '@sightline/contracts/attention/attention';

/** What may be said where none of what needs somebody is shown: health only where nothing was left out. */
export const calmOf = ({
  items,
  waitingCount,
}: Pick<AttentionList, 'items' | 'waitingCount'>): 'none' | 'noneButWaiting' | 'noneChosen' => {
  if (items.length > 0) return 'noneChosen';
  return waitingCount === 0 ? 'none' : 'noneButWaiting';
};
