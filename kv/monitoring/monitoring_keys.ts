import { defineKey } from "../store/define_key.ts";

/** Key of a client's book. */
export const monitoredBooks = defineKey({
  name: "monitored_book",
  parts: ["hash of clientId"],
  value: "the key that wraps the data keys of the customers, imports that were finished, encrypted",
  lifetime: "until it is removed, or offboarding",
  personal: "no",
  protected: "encrypted; client by its hash",
});

/** Key of a monitored customer. */
export const monitoredSubjects = defineKey({
  name: "monitored_subject",
  parts: ["hash of clientId", "bookId", "MAC of subjectRef"],
  value:
    "the customer's data and known matches, with their data key, encrypted; generation of the import",
  lifetime: "until customer, book or client is removed",
  personal: "yes: all that the client sent",
  protected: "encrypted under a key of its own",
});

/** Key of the numbers of customers added to a book, and removed from it. */
export const monitoredCounts = defineKey({
  name: "monitored_count",
  parts: ["hash of clientId", "bookId", "finished imports", "generation or none", "in or out"],
  value: "counter",
  lifetime: "as the book",
  personal: "no",
  protected: "client by its hash",
});

/** Key of the last change of a book's set of customers. */
export const monitoredTurns = defineKey({
  name: "monitored_turn",
  parts: ["hash of clientId", "bookId"],
  value: "`{}`",
  lifetime: "as the book",
  personal: "no",
  protected: "client by its hash",
});

/** Removed books whose data may still be stored. */
export const monitoredLeft = defineKey({
  name: "monitored_left",
  parts: ["hash of clientId", "bookId"],
  value: "`{ clientId }`",
  lifetime: "until nothing is left",
  personal: "no",
  protected: "client by its hash",
});

/** Key of the state of the runs over a client's book. */
export const monitoringStates = defineKey({
  name: "monitoring_state",
  parts: ["hash of clientId"],
  value: "lists that were compared, how far a run has come, encrypted",
  lifetime: "as the book",
  personal: "no",
  protected: "encrypted; client by its hash",
});

/** Key of an ended run. */
export const monitoringRuns = defineKey({
  name: "monitoring_run",
  parts: ["hash of clientId", "runId"],
  value: "lists, times and numbers of a run",
  lifetime: "until the client is offboarded",
  personal: "no",
  protected: "client by its hash",
});
