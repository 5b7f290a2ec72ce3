import { Button } from '@mantine/core';
import type { ReactNode, SubmitEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from './account.module.css';

interface FormDialogProps {
  title: string;
  lead?: string;
  /** "Save" where absent. */
  submitLabel?: string;
  isBusy: boolean;
  failure: unknown;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that changes something of the account: fields, what failed, cancel and save. */
export function FormDialog({ title, lead, submitLabel, isBusy, failure, onSubmit, onClose, children }: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} width={475} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        {children}
        {failure !== null && <FormFailure failure={failure} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel ?? t('common.actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
