import { Select } from '@mantine/core';
import type { MemberRole } from '@sightline/contracts/users/user';
import { useTranslation } from 'react-i18next';

const roles = ['USER', 'OPERATOR'] as const satisfies readonly MemberRole[];

/** Where somebody begins after signing in; what they may do is a matter of groups. */
export function RoleSelect({ value, onChange }: { value: MemberRole; onChange: (role: MemberRole) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('users.list.role')}
      description={t(`users.role.hint.${value}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={roles.map((role) => ({ value: role, label: t(`users.role.${role}`) }))}
      value={value}
      allowDeselect={false}
      onChange={(role) => role !== null && onChange(role as MemberRole)}
    />
  );
}
