/** The most common passwords, which attackers try first. Those that are too short to be accepted are left out. */
const known = `
!qaz2wsx !qaz@wsx 01234567 012345678 0123456789 098765432 0987654321 100200300 10101010 10203040 102030405
1029384756 11001100 11112222 111222333 112211221 11223344 1122334455 112233445566 12121212 121212121 12312312
123123123 123321123 12341234 12344321 12345123 1234512345 123454321 123456123 123456123456 123456654321 12345678
123456789 1234567890 1234567890a 1234567891 12345678910 1234567899 123456789a 123456789q 12345678a 12345678q
1234567q 123456aa 123456qq 12345qwert 1234abcd 1234qwer 123698745 123abc123 123qwe123 123qweasd 123qweasdzxc
12qwaszx 13579246 135792468 1357924680 147258369 147852369 159357258 159753456 19283746 192837465 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz!qaz 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazxsw2 24681012 2468101214 27182818 2pacshakur
2wsx3edc 31415926 314159265 3141592653 321654987 3edc4rfv 420420420 456789123 4rfv5tgb 50cent123 52013145 5201314520
741852963 789456123 87654321 963852741 987456321 987654321 9876543210 a1234567 a12345678 a123456789 a1b2c3d4
a1b2c3d4e5 a1b2c3d4e5f6 a1s2d3f4 a1s2d3f4g5 aa123456 aa1234567 aa12345678 aaa12345 aaa123456 aaaa1111 aabbccdd
ab123456 ab12cd34 abc12345 abc123456 abc123abc abc123abc123 abcabc123 abcabcabc abcd1234 abcd12345 abcd@1234
abcde123 abcde12345 abcdef12 abcdef123 abcdefg1 abcdefg123 abcdefgh abcdefgh1 abcdefghi abcdefghij access123
access14 accounting acdc1234 acmilan1 admin123 admin1234 admin12345 admin123456 admin@123 adminadmin administrator
administrator1 aini1314 airborne airforce alejandra alejandro alejandro1 alexander alexander1 alexandra alexandre
alexandria alexis123 allah123 allahuakbar amanda12 amanda123 america1 america10 america123 amorcito amoreterno
amormio1 andrew123 andrey123 angel123 angel1234 angelbaby angeleyes angelica angelica1 angelina angels12 anthony1
anthony123 apple123 apple1234 apples12 april123 army1234 arsenal1 arsenal12 arsenal123 asd12345 asd123456 asd123asd
asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 asdfqwer asdfzxcv ashley12 ashley123 assassin assassin1
audi1234 august12 australia australia1 autumn123 avengers avengers1 azerty123 azertyui azertyuiop b1234567 babyblue
babyboy1 babyboy123 babycakes babyface babygirl babygirl1 babygirl12 babygirl123 babygurl babygurl1 babylove
babyphat backstreet badboy12 badboy123 badgirl1 badminton bailey12 bailey123 banana12 banana123 bananas1 bangalore
bangkok1 baobei123 barcelona barcelona1 barcelona10 baseball baseball1 baseball12 baseball123 basketball basketball1
batman01 batman12 batman123 batterystaple bayern123 beatles1 beautiful beautiful1 beauty123 beijing1 believe1
benfica1 benjamin benjamin1 berlin123 bestfriend bestfriends beyonce1 billionaire biology1 birthday birthday1
bismillah bismillah1 bitcoin1 bitcoin123 blackberry blackbird blackcat blackdog blackjack blackman blackstar
blacky12 blessed1 blessed123 blessing blink182 blueberry bluebird bluedragon bluemoon bluesky1 bmw12345 bonita123
bonjour1 bonjour123 borussia brasil123 brazil123 britney1 brittany brittany1 broncos1 brooklyn brooklyn1 brother1
brothers buddha123 buddy123 budweiser bunny123 business business1 buster12 buster123 buttercup buttercup1 butterfly
butterfly1 butterfly2 butterfly7 butthead c1234567 california california1 callofduty camaro123 camel123 cameron1
canada123 candy123 candycane candyman cannabis captain1 captainamerica caroline caroline1 casino12 catherine
celtic123 celtic1888 challenge champion champion1 champions champions1 changeit changeme changeme1 changeme123
charizard charlie1 charlie12 charlie123 charlotte1 cheese12 cheese123 cheeseburger cheesecake cheetah1 chelsea1
chelsea12 chelsea123 chelseafc chemistry chen1234 chennai1 cherry12 cherry123 chevrolet chevy123 chicago1 chicken1
chicken123 chickens china123 chivas123 chocolat chocolate chocolate1 chocolate2 chouchou1 christ123 christ1st
christian christian1 christina christine christmas christmas1 christopher cinderella cobra123 cocacola cocacola1
coconut1 coffee12 coffee123 college1 college123 company1 company123 computer computer1 computer123 computers
contrase contrasena contraseña cookie12 cookie123 cookies1 cookies123 corazon1 corazon123 corinthians correcthorse
correcthorsebatterystaple corvette corvette1 counterstrike country1 country123 courtney courtney1 cowboy12 cowboys1
cowgirl1 creative creative1 cricket1 cricket123 cruzazul crystal1 crystal123 cupcake1 cupcakes customer customer1
d1234567 daddy123 daddysgirl dancer123 dancing1 daniel12 daniel123 danielle danielle1 darkangel darklord darkness
darkness1 darkside darling1 database database1 daughter deadpool1 december december1 deeppurple default1 default123
diablo123 diamond1 diamond123 diamonds digimon1 dinamo123 director doctor12 doctor123 dollars1 dolphin1 dolphin12
dolphin123 dolphins doudou123 dragon12 dragon123 dragon1234 dragonball dragonballz dragonfire dragonfly dragons1
dreamcatcher dreamer1 dreaming dreams12 drowssap drpepper drummer1 eagles123 eduardo1 einstein einstein1 electric
electron elements elephant elephant1 elizabeth elizabeth1 emerald1 eminem12 eminem123 engineer engineer1 engineering
england1 england123 english1 english123 esteban1 estrella estrella1 eternal1 eternity evergreen everlast everton1
everyday everything excalibur explorer1 extreme1 fabulous facebook facebook1 facebook123 faith123 faithful familia1
familia123 family01 family123 fantasia fantastic fantasy1 father123 favorite fearless february february1 fernanda
fernando ferrari1 ferrari12 ferrari123 fighter1 finalfantasy finance1 finance123 fire1234 fireball firebird
firefighter firefly1 fireman1 firewall fisherman fishing1 fishing123 flamengo flamengo1 florence florida1 flower12
flower123 flowers1 flowers123 football football1 football12 football123 forever1 forever123 forever21 foreverlove
forsaken fortnite fortnite1 fountain francesca francesco francisco frankie1 frederick fredfred freebird freedom!
freedom1 freedom123 friday123 friday13 friend123 friends1 friends123 friendship frontier futurama gabriel1 gabriela
gabrielle galaxy12 gambling gamecube ganesh123 ganesha1 gangsta1 gangsta123 gangster gangster1 garfield garfield1
gateway1 gateway2 generals genesis1 genius12 germany1 ghostrider giants123 ginger01 ginger12 ginger123 giovanni
giovanni1 gladiator gladys12 gmail123 godbless godblessyou godfather godisgood godisgreat godislove godzilla
godzilla1 goldberg golden12 goldeneye goldfish goldstar golfer123 goodbye1 goodgirl goodluck goodluck1 goodtimes
google123 googleplus gorgeous gorgeous1 grace123 graduate graphics graywolf greatone green123 greenapple greenday
greenday1 greentea gregory1 gremio123 gretchen griffin1 grizzly1 guardian guest123 guest1234 guinness guitar12
guitar123 guitarist gunner123 gymnast1 hacker12 hacker123 hallo123 hallo1234 halloween halloween1 halo1234 hamburger
hamilton handsome handsome1 hannibal happiness happy123 happy1234 happy2day happyday happyday1 happyface happygirl
happyness hardcore hardcore1 hardrock harley12 harley123 harleydavidson haslo123 hawaii50 hawaiian heartbreaker
heartless heather1 heaven12 heaven123 heineken hello123 hello1234 hello12345 hello@123 hellohello hellokitty
hellokitty1 helloworld helloworld1 hercules hermosa1 highland highlander hiphop12 hiphop123 history1 hockey12
hockey123 hola1234 hola12345 holahola holiday1 holland1 hollywood honda123 hongkong hongkong1 hope1234 hopeless
horses123 horsey12 hotdog12 hotmail1 hotmail123 hotstuff howard12 hulk1234 hummer12 hunter12 hunter123 hunting1
hurrican hurricane hustler1 hyderabad iamadmin icecream icecream1 iceman12 iguana12 illusion ilovechris ilovegod
ilovegod1 ilovehim ilovehim1 ilovejesus iloveme1 iloveme123 iloveme2 ilovemike ilovemom ilovemum ilovemydog
ilovemyself iloveu12 iloveu123 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou3 iloveyou4ever
iloveyou520 imagine1 indonesia inferno1 infinite infinity infinity1 informix inshallah inside12 inspired instagram
intermilan internacional internal internet internet1 inuyasha invisible ireland1 ironmaiden ironman1 ironman123
isabella isabella1 isabelle j1234567 jackpot1 jackson1 jackson5 jakarta1 jamaica1 james007 james123 jamesbond
jamesbond007 january1 jasmine1 jasmine123 jasper12 jellybean jennifer jennifer1 jeremiah jerusalem jessica1
jessica12 jessica123 jesus123 jesus1234 jesuschrist jesusfreak jesusislord jesuslove jesussaves jetaime1 jetaime123
johncena johncena1 johndeere johnny12 johnson1 joker123 jonathan jonathan1 jordan12 jordan123 jordan23 jordan45
joshua12 joshua123 juancarlos juliette jupiter1 justice1 justinbieber juventus juventus1 k1234567 kangaroo kasia123
katherine kathleen katie123 kawasak1 kawasaki kennwort keyboard keyboard1 killer12 killer123 killer1234 killers1
kimberly kimberly1 kingdom1 kingking kingkong kingsley kisses123 kissme123 kitten123 kitty123 kittycat kittycat1
knights1 knowledge kochanie1 krishna1 krishna123 lacrosse ladybug1 lakers123 lakers24 lakewood lalalala lamborghini
lancelot landmark laptop123 lavender lebron23 ledzeppelin legacy12 legend12 legend123 legends1 leonardo leonardo1
leopard1 leopards lesbian1 letmein! letmein1 letmein12 letmein123 letmein2 letmein7 letmeinn li123456 liberty1
library1 lifeguard lifetime lighthouse lightning lightning1 linkedin linkedin1 linkinpark linux123 lion1234
lionheart lionking liverpool liverpool1 liverpool123 liverpoolfc lkjhgfdsa lobster1 login123 loginlogin lollipop
lollipop1 london12 london123 london2012 lonestar lonewolf longhorn loser123 loulou123 lovebird lovebug1 loveless
lovelife lovelove lovelove1 lovely12 lovely123 loveme12 loveme123 loverboy lovergirl lovers123 loveyou1 loveyou123
loveyou2 lucky123 lucky1234 lucky777 luckyboy luckydog luckygirl luckystar m1234567 m123456789 madonna1 madrid123
maggie12 maggie123 magician magnolia malaysia malaysia1 manager1 manager12 manager123 manchester manchesterunited
mango123 manila123 manunited manutd123 maradona marathon march123 margaret margarita marijuan marijuana marina123
marine123 marines1 mario123 mariposa mariposa1 marketing marlboro marlboro1 marriage marseille marshall masamune
maserati master12 master123 master1234 masterkey mastermind mateusz1 mathematics matrix12 matrix123 matthew1
matthew123 maverick maverick1 maximilian maxwell1 mazda626 melanie1 melbourne melissa1 melissa123 memories mercedes
mercedes1 mercedesbenz mermaid1 messi100 messi123 metal666 metallica metallica1 mexico123 michael1 michael12
michael123 michael2 michal123 micheal1 michelle michelle1 michelle123 michigan microsoft microsoft1 midnight
midnight1 midnite1 military millenium million1 millionaire millwall mima1234 mindy123 minecraft minecraft1
minecraft123 miracle1 misiek123 missy123 mitchell mitsubishi mnbvcxz1 mnbvcxza mohamed1 mohammad mohammed mohawk12
mommy123 monalisa monday12 monday123 money123 money1234 moneymaker moneyman monkey01 monkey12 monkey123 monkeys1
monster1 monster123 montana1 moonlight moonlight1 moonshine morgan12 morpheus morrison moscow123 motdepass1
motdepasse mother123 motocross motorola mountain mountain1 mountaindew movies12 mozart12 mudvayne muhammad mumbai123
mushroom music123 musical1 musiclover mustang1 mustang12 mustang123 mustang67 mustard1 mylove123 myloveyou mypass123
mypassword mysecret myspace1 mystical n1234567 napoleon naruto12 naruto123 nascar24 nastya123 natalie1 natasha1
natasha123 nathan12 national neo12345 network1 newcastle newcastle1 newlife1 newlife123 newpass1 newpassword
newport1 newyear1 newyork1 newyork123 neymar123 nicaragua nicholas nicholas1 nicolas1 nicole12 nicole123 nightingale
nightmare nightwish nineinch ninja123 ninjas12 nintendo nintendo1 nintendo64 nirvana1 nokia123 nokia5800 nokia6300
nokian73 nopasswd nopassword northern notebook nothing1 november november1 november11 nursing1 nutella1 oblivion
october1 october123 office12 office123 ohiostate oklahoma oldpassword oldschool olivia123 olympus1 omega123 omsairam
onedirection onelove1 onepiece onlyone1 operator optimist optimus1 oracle123 orange12 orange123 oranges1 orlando1
outkast1 outlaw12 overkill overlord p1234567 p4ssw0rd p4ssword p@ssw0rd p@ssword pa$$w0rd pa$$word pa55word packers1
paintball pakistan pakistan1 pakistan123 paladin1 palmeiras pantera1 panther1 panthers paradise paradise1 paramore
paranoid paris123 parol123 parola123 pass1234 pass12345 pass123456 pass@123 pass@1234 passcode passion1 passpass
passphrase passport passw0rd passw0rd! passw0rd1 passw0rd12 passw0rd123 passwd123 password password! password0
password99 passwords passwort passwort1 passwort123 patience patricia patrick1 patrick123 patriots peace123 peaceful
peaches1 peaches123 peanut12 peanut123 pebbles1 peekaboo penelope penguin1 penguins pepper12 pepper123 pepsi123
pepsicola peterpan phantom1 philippines phoenix1 phoenix123 physics1 pianissimo pianoman picasso1 pictures pikachu1
pikachu123 pimpdaddy pimpin12 pimpin123 pineapple pinkfloyd pinklady pinkpink pinky123 pinnacle pirate12 pirates1
pisces12 pitbull1 pizza123 pizzahut planet12 platform platinum playboy1 playboy123 player12 player123 playgirl
playstation playstation2 playstation3 please12 pleasure poiuytrewq pokemon1 pokemon123 poker123 pokerface police123
policeman polska123 pony1234 poohbear poohbear1 pookie12 popcorn1 popeye12 poptart1 porsche1 porsche911 portland
portsmouth portugal power123 powerful praise123 prayer12 precious precious1 predator predator1 president preston1
primrose prince123 princesa princesa1 princesa123 princess princess! princess1 princess12 princess123 princesse
princeton prodigy1 producer property psycho12 pumpkin1 pumpkin123 pumpkins punkrock puppies1 puppylove purple12
purple123 purplerain pussy123 pussycat pyramid1 python123 q1234567 q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
qaz123wsx qazwsx123 qazwsxedc qazwsxedcrfv qazxswedc qq123456 qq123456789 qqww1122 quality1 queen123 question
quicksilver qweasd123 qweasdzxc qweqweqwe qwer1234 qwerasdf qwerasdfzxcv qwert123 qwert1234 qwert12345 qwerty1!
qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty21 qwerty77 qwertyqwerty qwertyui qwertyuio
qwertyuiop qwertyuiop123 qwertzui qwertzuiop rabbit12 rabbit123 rachel123 rachelle racing123 radiohead raiders1
rainbow1 rainbow123 rainbows raindrop raistlin ramadan1 random12 ranger123 rangers1 rangers123 rapunzel rasputin
realmadrid realmadrid1 realmadrid7 rebecca1 rebelde1 redalert reddog12 reddragon redhead1 redrose1 redskins
redsox123 redwings remember remember1 renegade resident revenge1 revolution rhiannon ricardo1 richard1 ricky123
rihanna1 ripper12 river123 robert12 robert123 robinson roblox123 rock1234 rocket12 rockets1 rockhard rocknroll
rockstar rockstar1 rockyou1 rodriguez ronaldinho ronaldo1 ronaldo123 ronaldo7 rooney10 roosevelt rooster1 root1234
rootroot rosebud1 rosemary roses123 royalty1 rubberduck rugby123 runner123 rushmore russell1 russia123 rusty123
s1234567 s123456789 sabrina1 sabrina123 saibaba1 sailing1 sailormoon sairam123 samantha samantha1 sammy123 samson12
samsung1 samsung12 samsung123 samurai1 sandra123 sandstorm sandwich santacruz santiago saopaulo1 sapphire sarajevo
sasuke12 saturday saturn12 savannah scarlett schalke04 schatzi1 school12 school123 science1 scientist scooby12
scoobydoo scoobydoo2 scooter1 scorpio1 scorpion scorpion1 scotland scotland1 scotland12 seattle1 sebastian
sebastian1 secret12 secret123 secretary security security1 seminole senators senha123 senha1234 september september1
serenity serenity1 sergey123 server123 service1 seven777 shadow01 shadow12 shadow123 shadow99 shakira1 shamrock
shanghai shannon1 sheffield shelby123 sherlock sherman1 shivshiv shooting shotgun1 showtime siemens1 silver12
silver123 silverado simpson1 simpsons sinclair singapore singapore1 singapore123 sister123 skateboard skateboard1
skating1 skipper1 skyline1 skywalker slayer66 slipknot slipknot1 slipknot6 smile123 smiles123 smiley12 smirnoff
smokeweed snake123 snickers snickers1 sniper123 snoopy12 snoopy123 snowball snowball1 snowboard snowboard1 snowflake
snowman1 snowwhite soccer12 soccer123 softball softball1 softball12 soldier1 soleil123 solitude something sommer123
songbird southern southpark spaceman sparkle1 sparky12 sparrow1 spartak1 spartan1 spartan117 spartans spears123
specialk spectrum speedway speedy12 spider12 spiderman spiderman1 spiderman123 spiders1 spirit12 spongebob
spongebob1 sporting1 spring123 springer squirrel squirt12 stallion standard starbucks starcraft stardust starfish
starfish1 stargate stargazer starlight startrek startrek1 starwars starwars1 starwars123 station1 steelers steelers1
stephan1 stephanie stephanie1 stephen1 sterling steven123 stingray stoner420 stranger strawberry strawberry1
strength strikers stronger student1 student123 students subaru123 subzero1 success1 success123 sugar123 sullivan
summer01 summer12 summer123 summer1234 summertime sundance sunday12 sunflower sunflower1 sunflowers sunnyday
sunrise1 sunset12 sunshine sunshine1 sunshine12 sunshine123 supergirl superman superman1 superman12 superman123
supernova superstar superstar1 supervisor support1 support123 surfer12 surprise survivor suzanne1 suzuki123
sweetheart sweetheart1 sweetie1 sweetness sweetpea sweety123 swimmer1 swimming swimming1 sydney123 sylvester
symphony system123 t1234567 taiwan123 taobao123 tarheels taurus12 tazmania teacher1 teacher123 teamo123 teamomucho
tech1234 techno12 telegram1 telephone telephone1 temp1234 temporary temppass temppass1 tennis123 tequiero tequila1
terminal terminator terminator2 terrapin test1234 test12345 test123456 tester123 testing1 testing123 testtest
testtest1 texas123 thailand thanksgiving thebeatles thebest1 theking1 theman12 theodore theone12 thepassword
therock1 thirteen thomas123 thuglife thuglife1 thumper1 thunder1 thunder123 thunderbird thursday tiger123 tiger1234
tigers123 tigger12 tigger123 timothy1 tinker12 tinkerbell tinkerbell1 titanic1 titanium together tokyo123 tomorrow
toor1234 topsecret tornado1 tottenham tottenham1 toyota12 toyota123 training treasure triangle trinidad trinity1
trooper1 tropical trouble1 trucker1 truckers trueliov truelove truelove1 truelove2 truffles trumpet1 trumpet12
trustme1 trustno1 trustnoone tuesday1 tuesday12 tupac123 turkey123 turtle12 turtle123 tweety12 tweety123 twilight
twilight1 twister1 twitter1 ubuntu123 ultimate ultimate1 umbrella undertaker unicorn1 unicorn12 unicorns united12
universal universe university user1234 username username1 usuario1 uzumaki1 vacation valencia valentin valentina
valentine valentino valhalla vampire1 vampire12 vampires vanessa1 vanessa123 vanilla1 vasco123 vauxhall vegeta12
velocity vendetta veronica veronica1 veronika victoria victoria1 victoria123 victory1 victory123 vietnam1 viking12
vikings1 village1 vincent1 violet12 violin123 virginia virginia1 viridian viva1234 vodka123 volcano1 volkswagen
volleybal volleyball volleyball1 w1234567 wallpaper walmart1 wanderer wang1234 warcraft warcraft1 warcraft3
warhammer warlock1 warrior1 warrior12 warrior123 warriors waterfall waterloo watermelon webmaster webster1 wednesday
weed1234 welcome01 welcome1 welcome1! welcome12 welcome123 welcome2 welcome7 welcome@123 wellington westham1
westside westside1 westwood whatever whatever1 whatsapp whiskers whiskey1 whisper1 whitetiger whocares wildcat1
wildcats wildfire william1 william123 windmill windows1 windows10 windows7 winner12 winner123 winston1 winter12
winter123 wireless wireless1 wisdom12 wizard12 wizard123 wo5201314 woaini123 woaini1314 woaini520 woaiwojia wolfgang
wolfpack wolverin wolverine wolverine1 wonderful wonderland woodland woodstock workout1 worldofwarcraft woshishui
wrangler wrestling xavier12 xbox3600 xboxlive xiaoming xxxxxx12 xxxxxxxx69 yahoo123 yamaha12 yamaha123 yankee12
yankees1 yankees2 yellow11 yellow12 yellow123 yosemite younger1 yourpassword youtube1 youtube123 yxcvbnm123 z1234567
z123456789 zachary1 zaq!2wsx zaq12wsx zaq1xsw2 zaq1zaq1 zelda123 zenit123 zeppelin zhang123 zildjian zombie12
zombie123 zxc12345 zxc123456 zxcv1234 zxcvasdf zxcvbn12 zxcvbn123 zxcvbnm, zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvzxcv
zz123456
`

/** These come with almost any number or mark behind them. */
const stems = `
password passw0rd qwerty admin welcome letmein monkey dragon sunshine princess football baseball superman batman
michael jordan charlie shadow master killer summer winter spring autumn iloveyou hello login secret abc abcd test
guest user root access love angel freedom computer internet samsung google facebook pokemon naruto liverpool chelsea
arsenal barcelona jesus lucky happy family friends flower butterfly chocolate cookie banana orange apple purple
singapore london hunter ranger soccer hockey tigger buster pepper ginger maggie harley daniel thomas andrew joshua
jessica ashley amanda nicole jennifer michelle anthony matthew robert william richard samantha jasmine alexander
`

const endings = `
1 2 3 7 9 0 00 01 007 10 11 12 13 21 22 23 33 55 66 69 77 88 99 100 111 123 321 456 666 777 786 888 999 1234 4321
12345 123456 1234567 12345678 123456789 ! !! !@# 1! 12! 123! 1234! @1 @12 @123 @1234 #1 #123 $ . 1990 1991 1992 1993
1994 1995 1996 1997 1998 1999 2000 2001 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024
2025 2026
`

/** Runs along the keyboard and the alphabet in both directions, and repeated characters. */
const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).flatMap(partsOf)
const repeats = [...new Set(rows.join(''))].flatMap((key) => [8, 9, 10, 11, 12].map((times) => key.repeat(times)))

function partsOf(row: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < row.length; from++)
    for (let to = from + 8; to <= row.length; to++) parts.push(row.slice(from, to))
  return parts
}

const words = (text: string) => text.trim().split(/\s+/)
const withEndings = words(stems).flatMap((stem) => words(endings).map((end) => stem + end))

/** Words of this application, alone and with a number; docs/security.md lists them. */
const ownWords = ['columba', 'columbarium', 'niche', 'niches', 'applicant', 'booking']
const numbers = words(endings).filter((end) => /^\d+$/.test(end))
const withNumbers = ownWords.flatMap((word) => ['', ...numbers].map((end) => word + end))

const list = new Set([...words(known), ...withEndings, ...withNumbers, ...runs, ...repeats])

/** Expects the password in lower case. */
export const isCommonPassword = (password: string): boolean => list.has(password)
