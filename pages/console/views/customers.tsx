/** Reads a customer. */
import type { Customer, ResponseOf } from '../../../client/src/index.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { useConsole } from '../context.ts';
import { formatTime, MISSING, toTitle } from '../logic/format.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Check } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';
import { Idle, RecordForm, type RecordId } from './record-form.tsx';

export function Customers() {
  const { client, config } = useConsole();
  const [expand, setExpand] = useStored<readonly string[]>('customers.expand', []);
  const call = useCall(async ({ companyId, id }: RecordId, signal) => {
    const query = expand.length === 0 ? {} : { $expand: expand.join(',') };
    const response = await client.getCustomer({ companyId, customerId: id, ...query }, { signal });
    announce(`Customer ${response.body.displayName}.`);
    return response;
  });
  return (
    <Page id="customers">
      <RecordForm kind="customers" label="Customer" call={call}>
        <fieldset class="checks field-wide">
          <legend>Related data</legend>
          {PROFILES[config.profile].customerRelations.map((relation) => (
            <Check
              key={relation}
              label={toTitle(relation)}
              isChecked={expand.includes(relation)}
              onChange={(isChosen) =>
                setExpand(isChosen ? [...expand, relation] : expand.filter((each) => each !== relation))
              }
            />
          ))}
        </fieldset>
      </RecordForm>
      <CallView call={call} what="the customer" idle={<Idle what="a customer" />}>
        {(response) => <CustomerCard response={response} />}
      </CallView>
    </Page>
  );
}

function CustomerCard({ response }: { readonly response: ResponseOf<200, Customer> }) {
  const customer = response.body;
  const isBlocked = (customer.blocked ?? '').trim() !== '';
  const address = [customer.addressLine1, customer.addressLine2, customer.postalCode, customer.city, customer.country];
  return (
    <article class="panel record">
      <header>
        <h2>{customer.displayName}</h2>
        <Chip tone="plain">{customer.type ?? MISSING}</Chip>
        <Chip tone={isBlocked ? 'error' : 'ok'} icon={isBlocked ? 'lock' : 'ok'}>
          {isBlocked ? `blocked: ${customer.blocked}` : 'not blocked'}
        </Chip>
      </header>
      <Facts
        facts={[
          ['Number', customer.number],
          ['Address', address.filter((line) => line?.trim()).join(', ')],
          ['Telephone', customer.phoneNumber],
          ['Email', customer.email],
          ['Website', customer.website],
          ['Currency', customer.currencyCode],
          ['Tax', `${customer.taxLiable ? 'liable' : 'not liable'} ${customer.taxAreaDisplayName ?? ''}`],
          ['Last modified', formatTime(customer.lastModifiedDateTime)],
          ...toRelationFacts(customer),
        ]}
      />
      <ResponseBar response={response} body={customer} />
    </article>
  );
}

/** The specification does not define their members, so they are shown as JSON. */
function toRelationFacts(customer: Customer): readonly Fact[] {
  return PROFILES.microsoft.customerRelations.flatMap((relation): Fact[] => {
    const value = (customer as unknown as Readonly<Record<string, unknown>>)[relation];
    return value === undefined || value === null
      ? []
      : [[toTitle(relation), <code key={relation}>{JSON.stringify(value)}</code>]];
  });
}
