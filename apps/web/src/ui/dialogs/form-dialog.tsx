import { Button } from '@mantine/core';
import type { ReactNode, SubmitEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../forms/form-failure.tsx';
import { Stack } from '../layout/stack.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import classes from './dialog.module.css';

interface FormDialogProps {
  title: string;
  /** 475 where absent. */
  width?: 400 | 475 | 572;
  lead?: string;
  /** "Save" where absent. */
  submitLabel?: string;
  isBusy: boolean;
  /** False while what is decided about is not there; it cannot be sent until then. */
  isReady?: boolean;
  failure: unknown;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form: fields, what failed, cancel and save. */
export function FormDialog({
  title,
  width = 475,
  lead,
  submitLabel,
  isBusy,
  isReady = true,
  failure,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} width={width} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap={16}>
          {lead !== undefined && <p className={classes.text}>{lead}</p>}
          {children}
          {failure !== null && <FormFailure failure={failure} />}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {submitLabel ?? t('common.actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
