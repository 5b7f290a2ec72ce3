import { IconArrowLeft, IconCheck, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchingOrganizations, needsSearch } from '../../../features/organizations/organization-choice.ts';
import { OrganizationMark } from '../../../features/organizations/organization-mark.tsx';
import { switchOrganization } from '../../../platform/session/session-actions.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import classes from './switch-panel.module.css';

interface SwitchPanelProps {
  onDone: () => void;
  onBack: () => void;
}

/** Chooses another of the own organizations, or makes a new one. */
export function SwitchPanel({ onDone, onBack }: SwitchPanelProps) {
  const { t } = useTranslation();
  const { organizations, activeOrganizationId } = useSession();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [switchingId, setSwitchingId] = useState<string | null>(null);
  const choose = async (organizationId: string): Promise<void> => {
    setSwitchingId(organizationId);
    try {
      await switchOrganization(organizationId);
      onDone();
      await navigate({ to: '/' });
    } catch (failure) {
      setSwitchingId(null);
      toastFailure(t('shell.organization.switch'), failure);
    }
  };
  const create = (): void => {
    onDone();
    void navigate({ to: '/organization/create-organization/step1' });
  };
  return (
    <Stack as="section" gap={4} aria-label={t('shell.organization.switch')}>
      <Row align="center" gap={4}>
        <button
          type="button"
          className={classes.back}
          aria-label={t('shell.organization.back')}
          onClick={onBack}
          data-autofocus
        >
          <IconArrowLeft size={16} stroke={1.6} className={classes.arrow} aria-hidden="true" />
        </button>
        <h2 className={classes.title}>{t('shell.organization.switch')}</h2>
      </Row>
      {needsSearch(organizations) && (
        <input
          type="search"
          className={classes.search}
          aria-label={t('shell.organization.search')}
          placeholder={t('shell.organization.search')}
          value={typed}
          maxLength={120}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul className={classes.list}>
        {matchingOrganizations(organizations, typed).map(({ organizationId, name, color }) => {
          const isActive = organizationId === activeOrganizationId;
          return (
            <li key={organizationId}>
              <button
                type="button"
                className={classes.item}
                aria-current={isActive}
                disabled={isActive || switchingId !== null}
                onClick={() => void choose(organizationId)}
              >
                <OrganizationMark color={color} />
                <span className={classes.name}>{name}</span>
                {isActive && <IconCheck size={16} stroke={1.6} aria-hidden="true" />}
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" className={classes.create} onClick={create}>
        <IconPlus size={16} stroke={1.6} aria-hidden="true" />
        {t('shell.organization.create')}
      </button>
    </Stack>
  );
}
