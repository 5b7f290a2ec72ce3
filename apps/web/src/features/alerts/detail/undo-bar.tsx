import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../../../platform/keys/single-keys.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import type { LastDeed } from '../use-alert-deeds.ts';
import classes from './detail.module.css';

/** What was done last, and the way back for ten seconds. Absent afterwards. */
export function UndoBar({ last, onUndo }: { last: LastDeed | null; onUndo: () => void }) {
  const { t } = useTranslation();
  const words = useAlertWords();
  const areOn = useSingleKeys();
  return (
    <div role="status">
      {last !== null && (
        <div className={classes.undo}>
          <span>
            {t(`alerts.undo.${last.deed}`, { what: words.kind(last.alert.kind), camera: last.alert.cameraName })}
          </span>
          <Button
            variant="subtle"
            size="compact-md"
            aria-keyshortcuts={areOn ? 'Z' : undefined}
            rightSection={areOn ? <kbd aria-hidden="true">Z</kbd> : undefined}
            onClick={onUndo}
          >
            {t('alerts.undo.action')}
          </Button>
        </div>
      )}
    </div>
  );
}
