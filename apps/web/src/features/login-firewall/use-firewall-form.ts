import { useForm } from '@mantine/form';
import type { LoginFirewall } from '@sightline/contracts/login-firewall/login-firewall';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { failedFields } from '../../ui/forms/failed-fields.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { inputOf, valuesOf, type FirewallValues } from './firewall-values.ts';
import { isNetwork, repeatedNetworks } from './network-text.ts';

/** The form of the firewall and its saving. What was read is kept with its revision, so that nothing of others is overwritten unseen. */
export const useFirewallForm = (firewall: LoginFirewall) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [base, setBase] = useState(firewall);
  const form = useForm<FirewallValues>({
    initialValues: valuesOf(base),
    validate: ({ rules }) => {
      const repeated = repeatedNetworks(rules.map(({ cidr }) => cidr));
      const wrong = rules.flatMap(({ cidr }, index) => {
        if (!isNetwork(cidr)) return [[`rules.${index}.cidr`, t('loginFirewall.form.networkWrong')] as const];
        return repeated.includes(index) ? [[`rules.${index}.cidr`, t('loginFirewall.form.networkTwice')] as const] : [];
      });
      return Object.fromEntries(wrong);
    },
  });
  const show = (next: LoginFirewall): void => {
    setBase(next);
    form.setInitialValues(valuesOf(next));
    form.setValues(valuesOf(next));
    form.clearErrors();
  };
  const save = useMutation({
    mutationFn: (values: FirewallValues) => call(loginFirewallCalls.set, { body: inputOf(values, base.revision) }),
    onSuccess: (saved) => {
      client.setQueryData(callKey(loginFirewallCalls.get, {}), saved);
      show(saved);
      toastSuccess({ title: t('loginFirewall.form.saved') });
    },
    onError: (failure) =>
      form.setErrors(
        Object.fromEntries(failedFields(failure).map((field) => [field, t('loginFirewall.form.networkWrong')])),
      ),
  });
  const reload = useMutation({
    mutationFn: () => call(loginFirewallCalls.get, {}),
    onSuccess: (read) => {
      client.setQueryData(callKey(loginFirewallCalls.get, {}), read);
      save.reset();
      show(read);
    },
  });
  const isConflict = save.error !== null && toApiError(save.error).code === 'conflict';
  return { form, base, save, reload, isConflict };
};
