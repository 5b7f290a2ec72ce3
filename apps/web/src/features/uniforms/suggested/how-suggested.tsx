import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import classes from '../uniforms.module.css';

/** How groups of people in clothes that are alike are found, and why there may be none. */
export function HowSuggested({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('uniforms.how.title')} width={475} onClose={onClose}>
      <ul className={classes.steps}>
        <li>{t('uniforms.how.colours')}</li>
        <li>{t('uniforms.how.often')}</li>
        <li>{t('uniforms.how.cameras')}</li>
        <li>{t('uniforms.how.limits')}</li>
      </ul>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('common.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
