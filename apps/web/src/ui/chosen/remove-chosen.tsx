import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Dialog, DialogActions } from '../dialogs/dialog.tsx';
import { Stack } from '../layout/stack.tsx';
import { toastSuccess } from '../toasts/toast.tsx';
import { removeEach, type Refused } from './remove-each.ts';
import { UsedBy } from './used-by.tsx';
import classes from './chosen.module.css';

interface RemoveChosenProps<T> {
  rows: readonly T[];
  /** What is deleted with them, and what stays. */
  text: string;
  remove: (row: T) => Promise<unknown>;
  /** `left`: those that could not be deleted. */
  onDone: (left: readonly T[]) => Promise<unknown>;
  onClose: () => void;
}

/** Asks, then deletes the chosen rows. Those that stay are named with what keeps them. */
export function RemoveChosen<T extends { id: string; name: string }>(props: RemoveChosenProps<T>) {
  const { rows, text, remove, onDone, onClose } = props;
  const { t } = useTranslation();
  const count = rows.length;
  const deed = useMutation({
    mutationFn: async () => {
      const refused = await removeEach(rows, remove);
      await onDone(refused.map(({ row }) => row));
      return { refused, done: count - refused.length };
    },
    onSuccess: ({ refused, done }) => {
      if (done > 0) toastSuccess({ title: t('common.chosen.removed', { count: done, shown: formatCount(done) }) });
      if (refused.length === 0) onClose();
    },
  });
  if (deed.data !== undefined) return <Kept refused={deed.data.refused} onClose={onClose} />;
  return (
    <Dialog title={t('common.chosen.removeTitle', { count, shown: formatCount(count) })} width={475} onClose={onClose}>
      <p className={classes.text}>{text}</p>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.actions.cancel')}
        </Button>
        <Button color="red" loading={deed.isPending} onClick={() => deed.mutate()}>
          {t('common.chosen.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Kept<T extends { id: string; name: string }>(props: { refused: readonly Refused<T>[]; onClose: () => void }) {
  const { refused, onClose } = props;
  const { t } = useTranslation();
  const count = refused.length;
  if (count === 0) return null;
  return (
    <Dialog title={t('common.chosen.kept', { count, shown: formatCount(count) })} width={475} onClose={onClose}>
      <ul className={classes.refused}>
        {refused.map(({ row, failure }) => (
          <li key={row.id}>
            <Stack gap={4}>
              <strong>
                <bdi>{row.name}</bdi>
              </strong>
              <span className={classes.text}>{t(`errors.${toApiError(failure).code}`)}</span>
              <UsedBy failure={failure} />
            </Stack>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('common.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
