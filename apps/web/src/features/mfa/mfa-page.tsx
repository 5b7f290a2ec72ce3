import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Lead, Section } from '../../ui/page/section.tsx';
import { AddMethod } from './add-method.tsx';
import { MethodList } from './method-list.tsx';
import { methodsQuery, ownProfileQuery } from './mfa-queries.ts';
import { RenewCodes } from './renew-codes.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Second factors of the person; `createMFA=true` opens the adding of one. */
export function MfaPage() {
  const { t } = useTranslation();
  const { createMFA } = useSearch({ from: '/shell/account-area/account/mfa' });
  const navigate = useNavigate();
  const methods = useQuery(methodsQuery());
  // The form needs it: a dialog that opened without fields would begin on the cross that closes it.
  const profile = useQuery(ownProfileQuery());
  const open = (): void => void navigate({ to: '/account/mfa', search: { createMFA: 'true' } });
  const close = (): void => void navigate({ to: '/account/mfa', search: {}, replace: true });
  const added = (): void => {
    toastSuccess({ title: t('mfa.add.added') });
    close();
  };
  const verified = methods.data?.items.filter(({ isVerified }) => isVerified) ?? [];
  const add = <Button onClick={open}>{t('mfa.list.add')}</Button>;
  return (
    <>
      <PageHeader title={t('mfa.list.title')}>{verified.length > 0 && add}</PageHeader>
      <ListScreen
        list={methods}
        failed={t('mfa.list.failed')}
        rows={2}
        isEmpty={() => verified.length === 0}
        empty={
          <EmptyState title={t('mfa.list.emptyTitle')} text={t('mfa.list.emptyText')}>
            {add}
          </EmptyState>
        }
      >
        {({ isDemanded, backupCodesLeft }) => (
          <>
            <Section>
              <Lead>
                {t('mfa.list.lead')} {isDemanded && t('mfa.list.demanded')}
              </Lead>
              <MethodList methods={verified} />
            </Section>
            <Section title={t('mfa.backup.title')}>
              <Lead>
                {t('mfa.backup.left', { count: backupCodesLeft })} {t('mfa.backup.text')}
              </Lead>
              <RenewCodes />
            </Section>
          </>
        )}
      </ListScreen>
      {createMFA === 'true' && !profile.isPending && (
        <Dialog title={t('mfa.add.title')} width={475} onClose={close}>
          <AddMethod doneLabel={t('mfa.backup.done')} onDone={added} />
        </Dialog>
      )}
    </>
  );
}
