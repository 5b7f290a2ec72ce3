import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../dialogs/dialog.tsx';
import classes from '../dialogs/dialog.module.css';

interface UnsavedDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether unsaved changes may be lost. */
export function UnsavedDialog({ onStay, onLeave }: UnsavedDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('shell.unsaved.title')} onClose={onStay}>
      <p className={classes.text}>{t('shell.unsaved.text')}</p>
      <DialogActions>
        <Button variant="default" onClick={onStay} data-autofocus>
          {t('shell.unsaved.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('shell.unsaved.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
