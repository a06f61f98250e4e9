import { d1Contract } from "../../../contracts/d1.ts";
import { demoD1 } from "../../../support/node-d1.ts";

d1Contract(demoD1);
