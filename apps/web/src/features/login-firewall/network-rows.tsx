import { ActionIcon, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/layout/stack.tsx';
import type { FirewallValues } from './firewall-values.ts';
import classes from './login-firewall.module.css';

/** Allowed networks, each with a note that says whose it is. */
export function NetworkRows({ form }: { form: UseFormReturnType<FirewallValues> }) {
  const { t } = useTranslation();
  return (
    <Stack as="ul" gap={12} aria-label={t('loginFirewall.form.networks')}>
      {form.values.rules.map(({ key, cidr }, index) => (
        <li key={key} className={classes.row}>
          <TextInput
            label={t('loginFirewall.form.network')}
            dir="ltr"
            maxLength={64}
            spellCheck={false}
            placeholder="203.0.113.0/24"
            {...form.getInputProps(`rules.${index}.cidr`)}
          />
          <TextInput
            label={t('loginFirewall.form.note')}
            maxLength={200}
            {...form.getInputProps(`rules.${index}.note`)}
          />
          <ActionIcon
            className={classes.remove}
            aria-label={t('loginFirewall.form.remove', { network: cidr })}
            onClick={() => form.removeListItem('rules', index)}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </Stack>
  );
}
