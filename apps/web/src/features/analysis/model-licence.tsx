import type { ModelStatus } from '@sightline/contracts/analysis/analysis';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import classes from './analysis.module.css';

/** Where the weights of a model come from and on what terms they are used, in the words of their makers. */
export function ModelLicence({ model, onClose }: { model: ModelStatus; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('analysis.models.licenceOf', { name: model.name })} width={600} onClose={onClose}>
      <p dir="ltr" translate="no" className={classes.licence}>
        <b>{model.licence}</b>
        {'\n'}
        {model.licenceText}
      </p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
