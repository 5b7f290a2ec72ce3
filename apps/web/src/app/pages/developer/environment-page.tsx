import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { machineText } from './cells.tsx';

/** Versions, settings without secrets, and how the server is doing. */
export function EnvironmentPage() {
  const { t } = useTranslation();
  const query = useQuery(callQuery(developerCalls.environment, {}));
  return (
    <DeveloperSection title={t('developer.menu.environment')} query={query}>
      {({ facts }) => (
        <PlainTable
          label={t('developer.menu.environment')}
          rows={facts}
          rowKey={({ group, name }) => `${group} ${name}`}
          columns={[
            { id: 'group', header: t('developer.environment.group'), cell: ({ group }) => machineText(group) },
            { id: 'name', header: t('developer.environment.name'), cell: ({ name }) => machineText(name) },
            { id: 'value', header: t('developer.environment.value'), cell: ({ value }) => machineText(value) },
          ]}
        />
      )}
    </DeveloperSection>
  );
}
