import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UsedBy } from '../chosen/used-by.tsx';
import { FormFailure } from '../forms/form-failure.tsx';
import { Stack } from '../layout/stack.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import classes from './dialog.module.css';

/** What is asked. */
export interface ConfirmDialogProps {
  /** Names the object. */
  title: string;
  /** What will happen, and what stays. */
  text: ReactNode;
  /** Names the deed and the object's kind, not "OK". */
  confirmLabel: string;
  /** "Cancel" where absent; another word where that is what is asked about. */
  keepLabel?: string;
  /** Says what failed, before why. */
  failed?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something that cannot be undone. A refusal is shown inside; the dialog closes only after success. */
export function ConfirmDialogBody(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, keepLabel, failed, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const deed = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog title={title} width={475} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.text}>{text}</p>
        {deed.error !== null && (
          <>
            <FormFailure failure={deed.error} title={failed} />
            <UsedBy failure={deed.error} />
          </>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {keepLabel ?? t('common.actions.cancel')}
        </Button>
        <Button color="red" loading={deed.isPending} onClick={() => deed.mutate()}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
