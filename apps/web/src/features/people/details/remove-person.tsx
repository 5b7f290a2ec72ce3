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

interface Uses {
  items: readonly { id: string; name: string }[];
  others: number;
}

/** Asks, then forgets a person. Who is named by alert rules stays, and the rules are listed. */
export function RemovePerson({ person, onClose, onRemoved }: RemovePersonProps) {
  const { t } = useTranslation();
  const uses = useQuery(callQuery(peopleCalls.alertEvents, { params: { id: person.id } }));
  return (
    <Dialog title={t('people.remove.title', { name: person.name })} width={475} onClose={onClose}>
      <ListScreen list={uses} failed={t('people.remove.unknown')} rows={2}>
        {({ items, others, byGroup }) =>
          items.length + others > 0 ? (
            <Blocked rules={items} count={items.length + others} onClose={onClose} />
          ) : (
            <Ask person={person} byGroup={byGroup} onClose={onClose} onRemoved={onRemoved} />
          )
        }
      </ListScreen>
    </Dialog>
  );
}

function RuleLinks({ rules }: { rules: Uses['items'] }) {
  return (
    <ul>
      {rules.map(({ id, name }) => (
        <li key={id}>
          <Link to="/alert/edit/$ruleId" params={{ ruleId: id }}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
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
        <RuleLinks rules={rules} />
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

function Ask({ person, byGroup, onClose, onRemoved }: RemovePersonProps & { byGroup: Uses }) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const losing = byGroup.items.length + byGroup.others;
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
        {losing > 0 && (
          <>
            <p className={classes.text}>{t('people.remove.byGroup', { count: losing })}</p>
            <RuleLinks rules={byGroup.items} />
          </>
        )}
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
