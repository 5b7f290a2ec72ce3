import { Button } from '@mantine/core';
import type { LocationDeleteCheck } from '@sightline/contracts/locations/location';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import classes from '../../ui/dialogs/dialog.module.css';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { deleteForGood, toldFailure } from './delete-for-good.ts';
import { SaidFailure } from './said-failure.tsx';

interface DeleteLocationDialogProps {
  location: { id: string; name: string };
  check: LocationDeleteCheck;
  onDeleted: () => void;
  onClose: () => void;
}

/** What keeps a site from being deleted; the most important of it. */
const blockedBy = ({ edgeCount, childCount }: LocationDeleteCheck): 'cores' | 'sites' | 'cameras' => {
  if (edgeCount > 0) return 'cores';
  return childCount > 0 ? 'sites' : 'cameras';
};

/** Why a site was not deleted. */
function DeleteFailure({ failure }: { failure: unknown }) {
  const { t, i18n } = useTranslation();
  const told = toldFailure(failure, (code) => i18n.exists(`errors.${code}`));
  if (told.by === 'code') return <FormFailure failure={failure} />;
  return <SaidFailure>{told.by === 'server' ? told.message : t('locations.delete.unexplained')}</SaidFailure>;
}

/** Says why a site cannot be deleted, or asks whether it shall be. */
export function DeleteLocationDialog({ location, check, onDeleted, onClose }: DeleteLocationDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteForGood(location.id),
    onSuccess: () => {
      toastSuccess({ title: t('locations.delete.done') });
      onDeleted();
      void client.invalidateQueries({ queryKey: callKey(locationsCalls.list) });
    },
  });
  if (!check.allowed)
    return (
      <Dialog title={t('locations.delete.blockedTitle', { name: location.name })} width={475} onClose={onClose}>
        <p className={classes.text}>{t(`locations.delete.blocked.${blockedBy(check)}`)}</p>
        <DialogActions>
          <Button onClick={onClose} data-autofocus>
            {t('common.actions.close')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog title={t('locations.delete.title', { name: location.name })} width={475} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.text}>{t('locations.delete.text')}</p>
        {remove.error !== null && <DeleteFailure failure={remove.error} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.actions.cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('locations.delete.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
