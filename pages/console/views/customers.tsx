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
        ]}
      />
      <Relations customer={customer} />
      <ResponseBar response={response} body={customer} />
    </article>
  );
}

const RELATIONS = PROFILES.microsoft.customerRelations;

/** What the response has of the related data; the specification does not define its members. */
function Relations({ customer }: { readonly customer: Customer }) {
  const members: Readonly<Record<string, unknown>> = { ...customer };
  return RELATIONS.map((name) => {
    const value = members[name];
    if (value === undefined || value === null) return null;
    const records = Array.isArray(value) ? value : [value];
    return (
      <section key={name} class="related">
        <h3>{toTitle(name)}</h3>
        {records.map((record, index) => (
          <Facts key={index} facts={toRelatedFacts(record)} />
        ))}
        {records.length === 0 && <p class="muted">None.</p>}
      </section>
    );
  });
}

function toRelatedFacts(record: object): readonly Fact[] {
  return Object.entries(record)
    .filter(([name]) => name !== 'id' && !name.includes('@'))
    .map(([name, value]) => [toTitle(name), typeof value === 'object' ? JSON.stringify(value) : String(value)]);
}
