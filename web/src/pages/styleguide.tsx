import { type ReactNode, useState } from "react";
import { ChipLink } from "../features/public/blog/chip-link";
import { markTitle } from "../lib/mark-title";
import { useSite } from "../lib/site-context";
import { slugify } from "../lib/slugify";
import { Avatar } from "../ui/base/avatar";
import { Badge } from "../ui/base/badge";
import { Button, ButtonLink, TextLink } from "../ui/base/button";
import { Cover } from "../ui/base/cover";
import { FindBar } from "../ui/base/find-bar";
import { Found } from "../ui/base/found";
import { arrowRight } from "../ui/base/icons.generated";
import { trash } from "../ui/base/icons-admin.generated";
import { download } from "../ui/base/icons-seo.generated";
import { Image } from "../ui/base/image";
import { Pagination } from "../ui/base/pagination";
import { ResultLine } from "../ui/base/result-line";
import { SectionError } from "../ui/base/section-boundary";
import { EmptyState } from "../ui/data/empty-state";
import { IndexCard } from "../ui/data/index-card";
import { SearchField } from "../ui/data/search-field";
import { LoadingText, Skeleton } from "../ui/data/skeleton";
import { Checkbox, Switch } from "../ui/forms/checkbox";
import { Field } from "../ui/forms/field";
import { Input, Select, Textarea } from "../ui/forms/input";
import { Dialog } from "../ui/overlay/dialog";
import { toast } from "../ui/overlay/toast-store";
import { Accordion } from "../ui/widgets/accordion";
import { OptionGroup } from "../ui/widgets/option";
import { Tabs } from "../ui/widgets/tabs";
import "../styles/fonts.css";
import "../styles/switch.css";

export const chrome = { hero: "paper" } as const;

const GOALS = [
  { value: "visibility", label: "Visibility", note: "be seen in search" },
  { value: "traffic", label: "Traffic", note: "more of the right visits" },
  { value: "authority", label: "Authority" },
];

/** All components of the kit. Omitted from builds unless VITE_STYLEGUIDE is set. */
export default function Styleguide() {
  const site = useSite();
  return (
    <div className="wrap pt-[calc(var(--nav-h)+3rem)] pb-20">
      <ResultLine items={[{ label: site.shown_host, href: "/" }, { label: "styleguide" }]} />
      <h1 className="mt-4 text-d2">
        Component <Found sweep="load">sheet</Found>
      </h1>
      <div className="mt-8 grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Buttons ground="paper" />
        <Buttons ground="green" />
        <Buttons ground="mark" />
        <Tile title="Marks">
          <p className="disp text-d3">
            One <Found>current match</Found>, any number of{" "}
            <span className="match">quiet matches</span>, a caret when it is live
            <span className="caret" aria-hidden="true" />
          </p>
        </Tile>
        <BadgesAndChips />
        <FindBars />
        <Fields ground="paper" />
        <Fields ground="green" />
        <Choices />
        <Feedback />
        <Surfaces />
        <Tile title="Loading">
          <Skeleton label="Loading posts" />
          <LoadingText>Loading contact form...</LoadingText>
        </Tile>
        <Tile title="Empty, failed, missing">
          <EmptyState
            query="posts"
            title="No posts found."
            level={3}
            action={<TextLink href="/blog">Show all posts</TextLink>}
          />
          <SectionError name="ROI calculator" />
          <Image src="/images/absent.webp" alt="" width={320} height={200} />
        </Tile>
      </div>
      <Covers />
      <h2 className="mt-12 mb-6 text-d3">Accordion</h2>
      <Accordion
        items={[
          { question: "How long does it take?", answer: <p>Three to six months, as a rule.</p> },
          { question: "Is there a contract?", answer: <p>Six to twelve months.</p> },
        ]}
      />
    </div>
  );
}

function Tile({
  title,
  ground,
  children,
}: {
  title: string;
  ground?: string;
  children: ReactNode;
}) {
  return (
    <section
      className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-card border border-line p-6"
      data-ground={ground}
    >
      <h2 className="mono">{title}</h2>
      {children}
    </section>
  );
}

function Buttons({ ground }: { ground: string }) {
  return (
    <Tile title={`Buttons on ${ground}`} ground={ground}>
      <div className="flex flex-wrap gap-3">
        <Button keycap>Get Started</Button>
        <Button variant="secondary" trailing={download}>
          Download
        </Button>
        <Button disabled>Next</Button>
        <Button busy busyLabel="Saving...">
          Save
        </Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger" icon={trash}>
          Delete
        </Button>
        <ButtonLink href="/contact" size="sm">
          Book an Audit
        </ButtonLink>
        <TextLink href="/blog" trailing={arrowRight}>
          Latest Articles
        </TextLink>
      </div>
    </Tile>
  );
}

function BadgesAndChips() {
  return (
    <Tile title="Badges and chips">
      <div className="flex flex-wrap gap-3">
        <Badge variant="hot">Featured</Badge>
        <Badge>Technical SEO</Badge>
        <Badge variant="ok">Published</Badge>
        <Badge variant="draft">Draft</Badge>
        <Badge variant="inverse">Most Popular</Badge>
        <Badge variant="error">Error</Badge>
      </div>
      <div className="flex flex-wrap gap-2">
        {["Local SEO", "Mobile SEO"].map((name) => (
          <ChipLink key={name} href="#" current={name === "Mobile SEO"}>
            {name}
          </ChipLink>
        ))}
      </div>
      <p className="flex items-center gap-3">
        <Avatar name="Found First" />
        <Avatar name="Ada Byron" size="md" />
        <Avatar name="Ada" size="lg" />
      </p>
    </Tile>
  );
}

function FindBars() {
  const [at, setAt] = useState(4);
  return (
    <Tile title="Find bar and pagination">
      <div>
        <FindBar
          query="seo cards"
          count={`${at}/12`}
          previous={{ label: "Previous card", onClick: () => setAt(at > 1 ? at - 1 : 12) }}
          next={{ label: "Next card", onClick: () => setAt(at < 12 ? at + 1 : 1) }}
        />
      </div>
      <Pagination page={2} pages={9} href={(page) => `/blog?page=${page}`} of="posts" />
      <Pagination page={1} pages={3} href={(page) => `/blog?page=${page}`} of="results" />
      <SearchField
        label="Search posts"
        defaultValue="log files"
        count="8 posts"
        clearHref="/blog"
      />
    </Tile>
  );
}

function Fields({ ground }: { ground: string }) {
  return (
    <Tile title={`Fields on ${ground}`} ground={ground}>
      <Field label="Name" required hint="As we should address you.">
        <Input name="name" autoComplete="name" />
      </Field>
      <Field label="Email" required error="Please enter a valid email address">
        <Input name="email" type="email" defaultValue="you@" />
      </Field>
      <Field label="Subject">
        <Select name="subject">
          <option>An audit</option>
          <option>Something else</option>
        </Select>
      </Field>
      <Field label="Message">
        <Textarea name="message" rows={3} placeholder="What should we look at?" />
      </Field>
      <Checkbox name="consent" label="You may write back to me." defaultChecked />
      <Switch label="Published" hint="Readers can see it." defaultChecked />
      <Switch label="Featured" />
    </Tile>
  );
}

function Choices() {
  const [goal, setGoal] = useState<string | null>("visibility");
  return (
    <Tile title="Options and tabs">
      <OptionGroup
        legend="What is your main goal?"
        name="goal"
        options={GOALS}
        value={goal}
        onChange={setGoal}
      />
      <Tabs
        label="Ways to reach us"
        items={[
          { value: "message", label: "Message", content: <p className="py-4">A form.</p> },
          { value: "call", label: "Call", count: 3, content: <p className="py-4">A calendar.</p> },
        ]}
      />
    </Tile>
  );
}

function Feedback() {
  const [open, setOpen] = useState<"default" | "drawer" | null>(null);
  return (
    <Tile title="Dialog, drawer, toast">
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen("default")}>Open dialog</Button>
        <Button onClick={() => setOpen("drawer")}>Open drawer</Button>
        <Button variant="secondary" onClick={() => toast("success", "Post updated!")}>
          Success
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast("error", "Something went wrong. Please try again.")}
        >
          Failure
        </Button>
      </div>
      <Dialog
        open={open !== null}
        size={open ?? "default"}
        onClose={() => setOpen(null)}
        title="book-an-audit"
        labelledBy="styleguide-dialog"
      >
        <h2 id="styleguide-dialog" className="text-d2">
          Book an <Found sweep="none">Audit</Found>
        </h2>
        <p className="mt-3 text-soft">Tell us which site you'd like us to look at.</p>
      </Dialog>
    </Tile>
  );
}

function Surfaces() {
  return (
    <Tile title="Index cards">
      <IndexCard header="Question 1 of 3" aside="33%" current>
        <p className="p-6">What is your main goal?</p>
      </IndexCard>
      <IndexCard header="technical-audit" aside="1/6">
        <p className="p-6">Log files, templates, the rendered page.</p>
      </IndexCard>
    </Tile>
  );
}

const coverOf = (category: string, title: string) => ({
  ground: slugify(category),
  pattern: 1,
  ...markTitle(title),
});

function Covers() {
  const { categories } = useSite();
  return (
    <>
      <h2 className="mt-12 mb-6 text-d3">Covers</h2>
      <div className="grid grid-cols-2 gap-5 lg:grid-cols-4">
        {categories.map((category) => (
          <Cover
            key={category}
            category={category}
            of={coverOf(category, `A plain ==${category}== title`)}
          />
        ))}
      </div>
      <div className="mt-5 max-w-170">
        <Cover
          size="lead"
          category="Technical SEO"
          of={coverOf("Technical SEO", "What ==log files== know that your crawler does not")}
        />
      </div>
    </>
  );
}
