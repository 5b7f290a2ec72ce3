import { Switch } from '@mantine/core';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { AnalyticsSwitch, AnalyticsSwitches } from '@sightline/contracts/organizations/analytics-switches';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { recognitionAllowed } from './organization-queries.ts';

const names = [
  'licensePlates',
  'vehicleMMC',
  'protectiveGear',
  'forklift',
  'container',
  'shoppingCart',
] as const satisfies readonly AnalyticsSwitch[];

/** What the cameras of the organization may recognise; each switch is saved by itself. */
export function RecognitionForm({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const allowed = useQuery(recognitionAllowed());
  const set = useMutation({
    mutationFn: (change: Partial<AnalyticsSwitches>) => call(organizationsCalls.setAnalyticsSwitches, { body: change }),
    onSuccess: (saved) => {
      client.setQueryData(callKey(organizationsCalls.getAnalyticsSwitches, {}), saved);
      toastSuccess({ title: t('organizations.recognition.saved') });
    },
  });
  const failure = set.error ?? allowed.error;
  return (
    <Section
      title={t('organizations.recognition.title')}
      lead={t('organizations.recognition.lead')}
      aria-label={t('organizations.recognition.title')}
    >
      <Fields>
        {allowed.data !== undefined &&
          names.map((name) => (
            <Switch
              key={name}
              label={t(`organizations.recognition.${name}`)}
              checked={set.isPending && set.variables[name] !== undefined ? set.variables[name] : allowed.data[name]}
              disabled={!isAllowed || set.isPending}
              onChange={(event) => set.mutate({ [name]: event.currentTarget.checked })}
            />
          ))}
        {failure !== null && <FormFailure failure={failure} />}
      </Fields>
    </Section>
  );
}
