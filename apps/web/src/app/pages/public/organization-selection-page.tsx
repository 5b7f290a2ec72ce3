import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { matchingOrganizations } from '../../../features/organizations/organization-choice.ts';
import { OrganizationMark } from '../../../features/organizations/organization-mark.tsx';
import { switchOrganization } from '../../../platform/session/session-actions.ts';
import { leftOrganization } from '../../../platform/session/left-organization.ts';
import { currentSession } from '../../../platform/session/session-store.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PublicFrame } from './public-frame.tsx';
import classes from './public.module.css';

/** Whoever is in several organizations says in which one to work. */
export function OrganizationSelectionPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = currentSession();
  const organizations = session?.organizations ?? [];
  const left = session === null ? null : leftOrganization(session);
  const choose = useMutation({ mutationFn: switchOrganization, onSuccess: () => navigate({ to: '/location/home' }) });
  return (
    <PublicFrame title={t('pages.selection.title')}>
      {left !== null && (
        <p className={classes.lead} role="status">
          <strong>{t('organizations.left.title', { name: left.name })}</strong> {t('organizations.left.text')}
        </p>
      )}
      <p className={classes.lead}>{t('pages.selection.lead')}</p>
      {choose.error !== null && <FormFailure failure={choose.error} />}
      <Stack as="ul" gap={8} className={classes.choices}>
        {matchingOrganizations(organizations, '').map(({ organizationId, name, color }) => (
          <li key={organizationId}>
            <button
              type="button"
              className={classes.choice}
              disabled={choose.isPending}
              aria-busy={choose.isPending && choose.variables === organizationId}
              onClick={() => choose.mutate(organizationId)}
            >
              <OrganizationMark color={color} />
              {name}
            </button>
          </li>
        ))}
      </Stack>
      <ButtonLink to="/organization/create-organization/step1" variant="default">
        {t('shell.organization.create')}
      </ButtonLink>
    </PublicFrame>
  );
}
