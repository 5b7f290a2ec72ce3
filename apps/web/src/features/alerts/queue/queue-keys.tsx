import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../../../platform/keys/single-keys.ts';
import classes from './queue.module.css';

const shown = [
  { keys: ['↑', '↓'], does: 'move' },
  { keys: ['A'], does: 'take' },
  { keys: ['E'], does: 'handled' },
  { keys: ['F'], does: 'falseAlarm' },
  { keys: ['?'], does: 'all' },
] as const;

/** The keys that are used most, below the queue; absent where keys of one letter are switched off. */
export function QueueKeys() {
  const { t } = useTranslation();
  if (!useSingleKeys()) return null;
  return (
    <div className={classes.keys} aria-hidden="true">
      {shown.map(({ keys, does }) => (
        <span key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {t(`alerts.keyHints.${does}`)}
        </span>
      ))}
    </div>
  );
}
