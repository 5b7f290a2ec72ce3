import { IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import classes from './queue.module.css';

/** New alerts that wait while somebody reads, let in when it is pressed. */
export function WaitingRows({ count, onLetIn }: { count: number; onLetIn: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={classes.waiting} onClick={onLetIn}>
          <IconArrowUp size={16} stroke={1.6} aria-hidden="true" />
          {t('alerts.queue.waiting', { count, shown: formatCount(count) })}
        </button>
      )}
    </div>
  );
}
