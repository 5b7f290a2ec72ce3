import { Button } from '@mantine/core';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { Person } from '@sightline/contracts/people/person';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call, callQuery } from '../../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { useRereadPeople } from '../people-queries.ts';
import classes from '../people.module.css';

interface RemovePersonProps {
  person: Person;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks, then forgets a person. Who is named by alert rules stays, and the rules are listed. */
export function RemovePerson({ person, onClose, onRemoved }: RemovePersonProps) {
  const { t } = useTranslation();
  const uses = useQuery(callQuery(peopleCalls.alertEvents, { params: { id: person.id } }));
  return (
    <Dialog title={t('people.remove.title', { name: person.name })} width={475} onClose={onClose}>
      <ListScreen list={uses} failed={t('people.remove.unknown')} rows={2}>
        {({ items, others }) =>
          items.length + others > 0 ? (
            <Blocked rules={items} count={items.length + others} onClose={onClose} />
          ) : (
            <Ask person={person} onClose={onClose} onRemoved={onRemoved} />
          )
        }
      </ListScreen>
    </Dialog>
  );
}

function Blocked({
  rules,
  count,
  onClose,
}: {
  rules: readonly { id: string; name: string }[];
  count: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Stack gap={16}>
        <p className={classes.text}>{t('people.remove.inUse', { count })}</p>
        <ul>
          {rules.map(({ id, name }) => (
            <li key={id}>
              <Link to="/alert/edit/$ruleId" params={{ ruleId: id }}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
        {count > rules.length && (
          <p className={classes.text}>{t('people.remove.others', { count: count - rules.length })}</p>
        )}
      </Stack>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('common.actions.close')}
        </Button>
      </DialogActions>
    </>
  );
}

function Ask({ person, onClose, onRemoved }: RemovePersonProps) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const remove = useMutation({
    mutationFn: () => call(peopleCalls.remove, { params: { id: person.id } }),
    onSuccess: async () => {
      onClose();
      onRemoved();
      toastSuccess({ title: t('people.remove.done', { name: person.name }) });
      await reread();
    },
  });
  return (
    <>
      <Stack gap={16}>
        <p className={classes.text}>{t('people.remove.text')}</p>
        {remove.error !== null && <FormFailure failure={remove.error} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.actions.cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('people.remove.action')}
        </Button>
      </DialogActions>
    </>
  );
}
